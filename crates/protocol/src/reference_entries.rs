//! Entries of the catalogue of events and types, from which types and reference pages are generated.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::ErrorCode;

/// An event sent by a client.
pub(crate) struct ClientEntry {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) payload: TypeOf,
    pub(crate) ack: TypeOf,
    pub(crate) example: &'static str,
    /// The errors specific to this event; some others can answer any event.
    pub(crate) errors: &'static [ErrorCode],
}

/// An event sent by the server.
pub(crate) struct ServerEntry {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) audience: &'static str,
    pub(crate) payload: TypeOf,
    pub(crate) example: &'static str,
}

/// A protocol type to be declared.
pub(crate) struct TypeOf {
    pub(crate) name: fn(&Config) -> String,
    declare: fn(&mut Declarations),
}

impl TypeOf {
    pub(crate) fn new<T: TS + 'static>() -> TypeOf {
        TypeOf { name: T::name, declare: Declarations::visit::<T> }
    }
}

/// Type declarations, each once.
///
/// They are sorted by name, because the order in which types are visited may differ between builds.
pub(crate) struct Declarations {
    config: Config,
    pub(crate) types: BTreeMap<String, Declaration>,
}

/// The declaration of a type.
pub(crate) struct Declaration {
    pub(crate) docs: String,
    pub(crate) text: String,
}

impl Declarations {
    pub(crate) fn new() -> Declarations {
        // Numbers in the protocol are counts, points and timestamps, which JavaScript represents
        // exactly.
        Declarations { config: Config::new().with_large_int("number"), types: BTreeMap::new() }
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn add(&mut self, type_of: &TypeOf) {
        (type_of.declare)(self);
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types that can be declared have an output path; lists and strings have none.
        if T::output_path().is_none() {
            T::visit_dependencies(self);
            T::visit_generics(self);
            return;
        }
        let name = T::name(&self.config);
        if self.types.contains_key(&name) {
            return;
        }
        let (docs, text) = (T::docs().unwrap_or_default(), T::decl(&self.config));
        self.types.insert(name, Declaration { docs, text });
        T::visit_dependencies(self);
    }
}
