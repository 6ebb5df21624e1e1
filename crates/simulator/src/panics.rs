//! Recording of panics, which would otherwise go unnoticed in the tasks of tables.

use std::any::Any;
use std::cell::RefCell;
use std::sync::Once;

thread_local! {
    static SIMULATING: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Records panics of this thread from now on, instead of printing them. A simulation uses one
/// thread.
pub(crate) fn listen() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let is_taken = SIMULATING.with_borrow_mut(|panics| {
                panics.as_mut().map(|panics| panics.push(panic.to_string())).is_some()
            });
            if !is_taken {
                usual(panic);
            }
        }));
    });
    SIMULATING.with_borrow_mut(|panics| *panics = Some(Vec::new()));
}

/// Returns the first panic since the last call.
pub(crate) fn taken() -> Option<String> {
    SIMULATING.with_borrow_mut(|panics| {
        let panics = panics.as_mut()?;
        let first = panics.first().cloned();
        panics.clear();
        first
    })
}

/// Returns the message of a caught panic: the recorded one, or its payload.
pub(crate) fn said(panic: &(dyn Any + Send)) -> String {
    let carried = || panic.downcast_ref::<String>().cloned();
    let fixed = || panic.downcast_ref::<&str>().map(|&said| said.to_owned());
    taken().or_else(carried).or_else(fixed).unwrap_or_default()
}

/// Prints panics again.
pub(crate) fn stop_listening() {
    SIMULATING.with_borrow_mut(|panics| *panics = None);
}
