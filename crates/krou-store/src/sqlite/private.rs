//! Files and directories for their owner alone.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a directory with everything above it.
pub(super) fn make_directory(dir: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(dir)
}

/// Creates a file that does not exist yet.
pub(super) fn create(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// Makes sure that only the owner reads a database: a new file is created that way, and an older
/// one loses the others' permissions. SQLite gives its log and shared memory the same mode. Where
/// that fails, opening the file says why.
pub(super) fn protect(file: &Path) {
    if create(file).is_ok() {
        return;
    }
    #[cfg(unix)]
    if let Ok(metadata) = std::fs::metadata(file) {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = metadata.permissions().mode();
        if mode & 0o077 != 0 {
            let mode = std::fs::Permissions::from_mode(mode & !0o077);
            let _ = std::fs::set_permissions(file, mode);
        }
    }
}
