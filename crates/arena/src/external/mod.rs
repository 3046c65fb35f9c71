//! Players that are foreign programs: child processes and the languages they speak.
