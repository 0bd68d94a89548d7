//! Tables that cross to Python without being copied: columns in memory as Arrow has them, handed
//! over by its C stream interface
//! (<https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>).

#![allow(
    unsafe_code,
    reason = "the interface consists of C structures with pointers"
)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// A table by columns, all of one length.
#[derive(Default)]
pub(crate) struct Table {
    length: usize,
    columns: Vec<(CString, Column)>,
}

/// A column, of which cells may be missing.
pub(crate) struct Column {
    values: Values,
    /// A bit for each cell, set where there is a value.
    present: Vec<u8>,
    length: usize,
    missing: usize,
}

enum Values {
    Texts { ends: Vec<i64>, bytes: Vec<u8> },
    Numbers(Vec<f64>),
    Counts(Vec<i64>),
}

impl Column {
    pub(crate) fn texts<'t>(cells: impl IntoIterator<Item = Option<&'t str>>) -> Self {
        let mut column = Self::of(Values::Texts {
            ends: vec![0],
            bytes: Vec::new(),
        });
        for cell in cells {
            column.mark(cell.is_some());
            if let Values::Texts { ends, bytes } = &mut column.values {
                bytes.extend_from_slice(cell.unwrap_or_default().as_bytes());
                ends.push(i64::try_from(bytes.len()).unwrap_or(i64::MAX));
            }
        }
        column
    }

    pub(crate) fn numbers(cells: impl IntoIterator<Item = Option<f64>>) -> Self {
        let mut column = Self::of(Values::Numbers(Vec::new()));
        for cell in cells {
            column.mark(cell.is_some());
            if let Values::Numbers(numbers) = &mut column.values {
                numbers.push(cell.unwrap_or_default());
            }
        }
        column
    }

    pub(crate) fn counts(cells: impl IntoIterator<Item = u64>) -> Self {
        let mut column = Self::of(Values::Counts(Vec::new()));
        for cell in cells {
            column.mark(true);
            if let Values::Counts(counts) = &mut column.values {
                counts.push(i64::try_from(cell).unwrap_or(i64::MAX));
            }
        }
        column
    }

    fn of(values: Values) -> Self {
        Self {
            values,
            present: Vec::new(),
            length: 0,
            missing: 0,
        }
    }

    /// Notes whether the next cell has a value.
    fn mark(&mut self, is_present: bool) {
        if self.length.is_multiple_of(8) {
            self.present.push(0);
        }
        if let Some(byte) = self.present.last_mut() {
            *byte |= u8::from(is_present) << (self.length % 8);
        }
        self.missing += usize::from(!is_present);
        self.length += 1;
    }

    /// What Arrow calls the type.
    fn format(&self) -> &'static CStr {
        match self.values {
            Values::Texts { .. } => c"U",
            Values::Numbers(_) => c"g",
            Values::Counts(_) => c"l",
        }
    }

    /// Where the cells are.
    fn buffers(&self) -> Vec<*const c_void> {
        let mut buffers = vec![self.present.as_ptr().cast()];
        match &self.values {
            Values::Texts { ends, bytes } => {
                buffers.push(ends.as_ptr().cast());
                buffers.push(bytes.as_ptr().cast());
            }
            Values::Numbers(numbers) => buffers.push(numbers.as_ptr().cast()),
            Values::Counts(counts) => buffers.push(counts.as_ptr().cast()),
        }
        buffers
    }
}

impl Table {
    /// Adds a column, which is as long as the others.
    pub(crate) fn with(mut self, name: &str, column: Column) -> Self {
        self.length = column.length;
        // No name of a column has a NUL, and a C text cannot.
        let name = CString::new(name.replace('\0', "")).unwrap_or_default();
        self.columns.push((name, column));
        self
    }

    /// The table as a capsule that anything takes that understands Arrow.
    pub(crate) fn capsule<'py>(
        self: &Arc<Self>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let streamed = Box::new(Streamed {
            table: Arc::clone(self),
            is_done: false,
        });
        let stream = Stream {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            release: Some(release_stream),
            private: Box::into_raw(streamed).cast(),
        };
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn schema(&self) -> Schema {
        let columns = self.columns.iter();
        let children = columns.map(|(name, column)| Schema::new(column.format(), name, Vec::new()));
        Schema::new(c"+s", c"", children.collect())
    }

    fn array(self: &Arc<Self>) -> Array {
        let columns = self.columns.iter();
        let children = columns.map(|(_, column)| {
            Array::new(
                self,
                column.length,
                column.missing,
                column.buffers(),
                Vec::new(),
            )
        });
        let children = children.collect();
        Array::new(self, self.length, 0, vec![null()], children)
    }
}

/// A table that is being handed over, in one batch.
struct Streamed {
    table: Arc<Table>,
    is_done: bool,
}

/// `ArrowArrayStream`.
#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private: *mut c_void,
}

// SAFETY: what it points to is `Streamed`, which may go from thread to thread.
unsafe impl Send for Stream {}

impl Drop for Stream {
    fn drop(&mut self) {
        // Whoever took the stream over has left no `release` here.
        if let Some(release) = self.release {
            // SAFETY: nobody else has this stream.
            unsafe { release(self) }
        }
    }
}

unsafe extern "C" fn get_schema(stream: *mut Stream, schema: *mut Schema) -> c_int {
    // SAFETY: the stream was made by `capsule` and not released; `schema` may be written to.
    unsafe {
        let streamed = &*(*stream).private.cast::<Streamed>();
        schema.write(streamed.table.schema());
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, array: *mut Array) -> c_int {
    // SAFETY: the stream was made by `capsule` and not released; `array` may be written to.
    unsafe {
        let streamed = &mut *(*stream).private.cast::<Streamed>();
        array.write(if streamed.is_done {
            Array::nothing()
        } else {
            streamed.table.array()
        });
        streamed.is_done = true;
    }
    0
}

unsafe extern "C" fn get_last_error(_stream: *mut Stream) -> *const c_char {
    null()
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: called once, for `release` is taken away here.
    unsafe {
        drop(Box::from_raw((*stream).private.cast::<Streamed>()));
        (*stream).release = None;
    }
}

/// `ArrowSchema`.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private: *mut c_void,
}

/// What a schema owns.
struct SchemaParts {
    name: CString,
    children: Vec<*mut Schema>,
}

impl Schema {
    fn new(format: &'static CStr, name: &CStr, children: Vec<Schema>) -> Self {
        const NULLABLE: i64 = 2;
        let children = children.into_iter();
        let mut parts = Box::new(SchemaParts {
            name: name.to_owned(),
            children: children
                .map(|child| Box::into_raw(Box::new(child)))
                .collect(),
        });
        Self {
            format: format.as_ptr(),
            name: parts.name.as_ptr(),
            metadata: null(),
            flags: NULLABLE,
            n_children: parts.children.len() as i64,
            children: parts.children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_schema),
            private: Box::into_raw(parts).cast(),
        }
    }
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: called once, for `release` is taken away here; children that were moved elsewhere have
    // none either.
    unsafe {
        let parts = Box::from_raw((*schema).private.cast::<SchemaParts>());
        for child in parts.children {
            let mut child = Box::from_raw(child);
            if let Some(release) = child.release {
                release(&raw mut *child);
            }
        }
        (*schema).release = None;
    }
}

/// `ArrowArray`.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private: *mut c_void,
}

/// What an array owns, and the table that its buffers belong to.
struct ArrayParts {
    _table: Arc<Table>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
}

impl Array {
    fn new(
        table: &Arc<Table>,
        length: usize,
        missing: usize,
        buffers: Vec<*const c_void>,
        children: Vec<Array>,
    ) -> Self {
        let children = children.into_iter();
        let mut parts = Box::new(ArrayParts {
            _table: Arc::clone(table),
            buffers,
            children: children
                .map(|child| Box::into_raw(Box::new(child)))
                .collect(),
        });
        Self {
            length: length as i64,
            null_count: missing as i64,
            offset: 0,
            n_buffers: parts.buffers.len() as i64,
            n_children: parts.children.len() as i64,
            buffers: parts.buffers.as_mut_ptr(),
            children: parts.children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_array),
            private: Box::into_raw(parts).cast(),
        }
    }

    /// The end of a stream.
    fn nothing() -> Self {
        Self {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: null_mut(),
            children: null_mut(),
            dictionary: null_mut(),
            release: None,
            private: null_mut(),
        }
    }
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: as for a schema.
    unsafe {
        let parts = Box::from_raw((*array).private.cast::<ArrayParts>());
        for child in parts.children {
            let mut child = Box::from_raw(child);
            if let Some(release) = child.release {
                release(&raw mut *child);
            }
        }
        (*array).release = None;
    }
}
