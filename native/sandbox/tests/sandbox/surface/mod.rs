//! The surface: what is really there, against the list and against the file that is checked in.

mod golden;
