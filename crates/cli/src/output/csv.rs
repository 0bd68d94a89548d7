//! A table for programs: plain numbers, whole texts, an empty field for what is missing.

use std::io::{self, Write};

use super::table::{Audience, Cell, Column, Table, Value};

/// Writes the table with a header for every column; a column with intervals becomes three.
pub(super) fn write(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let columns: Vec<usize> = (0..table.columns.len())
        .filter(|at| table.columns[*at].audience != Audience::People)
        .collect();
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.iter().flat_map(|at| names(&table.columns[*at])))?;
    for row in &table.rows {
        let fields = columns
            .iter()
            .flat_map(|at| fields(&table.columns[*at], &row[*at]));
        writer.write_record(fields)?;
    }
    writer.flush()
}

fn names(column: &Column) -> Vec<String> {
    let name = &column.name;
    let mut names = vec![name.clone()];
    if column.has_interval {
        names.extend([format!("{name}_low"), format!("{name}_high")]);
    }
    names
}

fn fields(column: &Column, cell: &Cell) -> Vec<String> {
    // Always with a point, so that a column of zeros and ones is one of floats, too.
    let float = |value: f64| {
        if value.is_finite() {
            format!("{value:?}")
        } else {
            String::new()
        }
    };
    let mut fields = vec![match &cell.value {
        Value::Missing => String::new(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => float(*value),
        Value::Text(text) => text.clone(),
    }];
    if column.has_interval {
        let ends = cell.interval.map(|(low, high)| [float(low), float(high)]);
        fields.extend(ends.unwrap_or_default());
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_raw_and_whole() {
        let mut table = Table::new([
            Column::new("system").shorten(),
            Column::number("F1").with_interval(),
            Column::number("n"),
            Column::new("mark").for_people(),
        ]);
        table.row([
            Cell::from("a,\"b\""),
            Cell::from(1.0 / 3.0)
                .within(Some((0.25, 0.5)))
                .shown("0.33"),
            Cell::from(12_345_u64),
            Cell::from("*"),
        ]);
        table.row(["c".into(), Cell::missing(), Cell::missing(), "".into()]);
        let mut out = Vec::new();
        write(&mut out, &table).unwrap();
        let expected = "system,f1,f1_low,f1_high,n\n\
                        \"a,\"\"b\"\"\",0.3333333333333333,0.25,0.5,12345\nc,,,,\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
