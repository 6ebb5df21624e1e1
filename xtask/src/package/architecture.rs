use std::env::consts;

/// A processor architecture that packages are built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Architecture {
    Amd64,
    Arm64,
}

impl Architecture {
    pub(super) const ALL: [Architecture; 2] = [Architecture::Amd64, Architecture::Arm64];

    /// The architecture of this machine, if packages are built for it.
    pub(super) fn native() -> Option<Architecture> {
        Architecture::ALL.into_iter().find(|architecture| architecture.gnu() == consts::ARCH)
    }

    /// Looks up an architecture by its Debian name, which OCI images use as well.
    pub(super) fn named(name: &str) -> Option<Architecture> {
        Architecture::ALL.into_iter().find(|architecture| architecture.name() == name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Architecture::Amd64 => "amd64",
            Architecture::Arm64 => "arm64",
        }
    }

    /// Name in compiler triples and in names of QEMU programs.
    pub(super) fn gnu(self) -> &'static str {
        match self {
            Architecture::Amd64 => "x86_64",
            Architecture::Arm64 => "aarch64",
        }
    }

    /// Target name of rustc.
    pub(super) fn target(self) -> String {
        format!("{}-unknown-linux-gnu", self.gnu())
    }

    /// Debian's C compiler for this architecture, which is also the linker.
    pub(super) fn c_compiler(self) -> String {
        format!("{}-linux-gnu-gcc", self.gnu())
    }

    /// Debian packages of this compiler and of its C library.
    pub(super) fn c_compiler_packages(self) -> [String; 2] {
        let compiler = format!("gcc-{}-linux-gnu", self.gnu().replace('_', "-"));
        [compiler, format!("libc6-dev-{}-cross", self.name())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_debian_and_of_compilers() {
        assert_eq!(Architecture::named("arm64"), Some(Architecture::Arm64));
        assert_eq!(Architecture::Arm64.target(), "aarch64-unknown-linux-gnu");
        assert_eq!(
            Architecture::Amd64.c_compiler_packages(),
            ["gcc-x86-64-linux-gnu", "libc6-dev-amd64-cross"]
        );
    }
}
