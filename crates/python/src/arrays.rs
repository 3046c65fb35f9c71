//! Arrays of numpy: those that are made, and those of the caller's that are written into.

use numpy::{Element, PyArrayDyn, PyArrayMethods as _, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use spinney_engine::{PlaneBuffer, Shape, StateError};

use crate::errors::{ShapeError, raise_of_state};

/// The dimensions of planes, with those of a batch before them.
pub(crate) fn plane_dimensions(before: &[usize], shape: Shape) -> Vec<usize> {
    [before, &[shape.planes, shape.height, shape.width]].concat()
}

/// An array to be written into.
fn writable<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    if !array.is_c_contiguous() {
        return Err(ShapeError::new_err("out must be contiguous, its rows one after another"));
    }
    array.try_readwrite().map_err(|error| ShapeError::new_err(format!("out: {error}")))
}

/// Writes planes into `out`, or into a new array of that type.
pub(crate) fn planes<'py>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    dtype: &str,
    dimensions: Vec<usize>,
    write: impl FnOnce(PlaneBuffer<'_>) -> Result<(), StateError> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let array = match (out, dtype) {
        (Some(out), _) => out,
        (None, "uint8") => PyArrayDyn::<u8>::zeros(py, dimensions, false).into_any(),
        (None, "float32") => PyArrayDyn::<f32>::zeros(py, dimensions, false).into_any(),
        (None, _) => {
            return Err(ShapeError::new_err("dtype is neither \"uint8\" nor \"float32\""));
        }
    };
    if let Ok(bytes) = array.cast::<PyArrayDyn<u8>>() {
        let mut bytes = writable(bytes)?;
        let slice = bytes.as_slice_mut()?;
        py.detach(|| write(PlaneBuffer::Bytes(slice))).map_err(raise_of_state)?;
    } else if let Ok(floats) = array.cast::<PyArrayDyn<f32>>() {
        let mut floats = writable(floats)?;
        let slice = floats.as_slice_mut()?;
        py.detach(|| write(PlaneBuffer::Floats(slice))).map_err(raise_of_state)?;
    } else {
        return Err(ShapeError::new_err("out is no array of uint8 or float32"));
    }
    Ok(array)
}

/// Writes a mask into `out`, whose elements are single bytes, or into a new array of truth values.
pub(crate) fn mask<'py>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    dimensions: Vec<usize>,
    write: impl FnOnce(&mut [u8]) -> Result<(), StateError> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let array = match out {
        Some(out) => out,
        None => {
            let bytes = PyArrayDyn::<u8>::zeros(py, dimensions, false);
            bytes.call_method1("view", ("bool",))?
        }
    };
    let wrong = || ShapeError::new_err("out is no array of bool, uint8 or int8");
    let size = array.getattr("itemsize").and_then(|size| size.extract::<usize>());
    if !size.is_ok_and(|size| size == 1) {
        return Err(wrong());
    }
    // The same memory as bytes.
    let bytes = array.call_method1("view", ("uint8",)).map_err(|_| wrong())?;
    let bytes = bytes.cast_into::<PyArrayDyn<u8>>().map_err(|_| wrong())?;
    let mut bytes = writable(&bytes)?;
    let slice = bytes.as_slice_mut()?;
    py.detach(|| write(slice)).map_err(raise_of_state)?;
    Ok(array)
}
