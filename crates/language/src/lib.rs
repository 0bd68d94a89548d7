//! Tokens, tags, stems and question words in eight languages.
