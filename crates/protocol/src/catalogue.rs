//! What there is on the wire, for the types and pages that are generated from it.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::ErrorCode;

/// An event that a client sends.
pub(crate) struct ClientEntry {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) payload: TypeOf,
    pub(crate) ack: TypeOf,
    pub(crate) example: &'static str,
    /// Its own errors; some can be met by any event.
    pub(crate) errors: &'static [ErrorCode],
}

/// An event that the server sends.
pub(crate) struct ServerEntry {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) audience: &'static str,
    pub(crate) payload: TypeOf,
    pub(crate) example: &'static str,
}

/// A type of the wire, to be declared.
pub(crate) struct TypeOf {
    pub(crate) name: fn(&Config) -> String,
    declare: fn(&mut Declarations),
}

impl TypeOf {
    pub(crate) fn new<T: TS + 'static>() -> TypeOf {
        TypeOf { name: T::name, declare: Declarations::visit::<T> }
    }
}

/// Declarations of types, each once. They are sorted by name: the order in which types are found may differ from build to
/// build.
pub(crate) struct Declarations {
    config: Config,
    pub(crate) types: BTreeMap<String, Declaration>,
}

/// A type as it is declared.
pub(crate) struct Declaration {
    pub(crate) docs: String,
    pub(crate) text: String,
}

impl Declarations {
    pub(crate) fn new() -> Declarations {
        // Numbers on the wire are counts, points and moments: all are exact in JavaScript.
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
        // Only types that can be declared have a place of their own; a list or a string has none.
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
