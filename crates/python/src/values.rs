//! What serialises, as Python's own lists and dictionaries.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::errors::SpinneyError;

/// A value of JSON as Python has it.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (None, Some(large)) => large.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(values) => {
            let list = PyList::empty(py);
            values.iter().try_for_each(|value| list.append(to_python(py, value)?))?;
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            fields.iter().try_for_each(|(key, value)| dict.set_item(key, to_python(py, value)?))?;
            dict.into_any()
        }
    })
}

/// Rows with the same fields, as columns: what data frames are made from.
pub(crate) fn columns<'py>(
    py: Python<'py>,
    rows: &[impl serde::Serialize],
) -> PyResult<Bound<'py, PyDict>> {
    let columns = PyDict::new(py);
    for row in rows {
        let row = serde_json::to_value(row).map_err(|e| SpinneyError::new_err(e.to_string()))?;
        for (key, value) in row.as_object().into_iter().flatten() {
            if columns.get_item(key)?.is_none() {
                columns.set_item(key, PyList::empty(py))?;
            }
            if let Some(column) = columns.get_item(key)? {
                column.cast::<PyList>()?.append(to_python(py, value)?)?;
            }
        }
    }
    Ok(columns)
}
