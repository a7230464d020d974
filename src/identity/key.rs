//! The key that signs identities, in a file that only the server reads.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::{Secret, entropy};

/// Bytes of a key.
const BYTES: usize = 32;
/// Only the owner reads and writes.
const MODE: u32 = 0o600;
/// What nobody but the owner may have.
const OTHERS: u32 = 0o077;

/// The key that signs identities.
#[derive(Clone, Debug)]
pub struct Key(Secret<[u8; BYTES]>);

/// Why there is no key to sign with.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file or its directory cannot be used.
    #[error("cannot use the key file {}: {source}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file holds something else.
    #[error("the key file {} must hold exactly 32 bytes; remove it and everybody gets a new identity", path.display())]
    Length {
        /// Which file.
        path: PathBuf,
    },
    /// Others could have read it.
    #[error("the key file {} can be read by others (mode {mode:o}); run `chmod 600` on it", path.display())]
    Open {
        /// Which file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
}

impl Key {
    /// A key nobody has, which is gone with the process.
    pub fn random() -> Self {
        Self(Secret::new(entropy()))
    }

    /// The key in a file, which is made with a new key if it does not exist.
    ///
    /// # Errors
    /// [`KeyError`] names the file and what to do.
    pub fn load_or_create(path: &Path) -> Result<Self, KeyError> {
        let failed = |source| KeyError::File { path: path.to_owned(), source };
        match File::open(path) {
            Ok(file) => Self::read(path, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::create(path).map_err(failed),
            Err(error) => Err(failed(error)),
        }
    }

    /// The key in a file that must be there.
    ///
    /// # Errors
    /// [`KeyError`] names the file and what to do.
    pub fn load(path: &Path) -> Result<Self, KeyError> {
        let file = File::open(path).map_err(|source| KeyError::File { path: path.to_owned(), source })?;
        Self::read(path, file)
    }

    pub(super) const fn bytes(&self) -> &[u8; BYTES] {
        self.0.reveal()
    }

    fn read(path: &Path, file: File) -> Result<Self, KeyError> {
        let failed = |source| KeyError::File { path: path.to_owned(), source };
        let mode = file.metadata().map_err(failed)?.permissions().mode() & 0o777;
        if mode & OTHERS != 0 {
            return Err(KeyError::Open { path: path.to_owned(), mode });
        }
        let mut bytes = Vec::with_capacity(BYTES + 1);
        file.take(BYTES as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
        let bytes = bytes.try_into().map_err(|_| KeyError::Length { path: path.to_owned() })?;
        Ok(Self(Secret::new(bytes)))
    }

    fn create(path: &Path) -> io::Result<Self> {
        let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
        if let Some(directory) = directory {
            std::fs::create_dir_all(directory)?;
        }
        // Written aside and renamed, so that a crash leaves a whole key or none.
        let aside = path.with_extension("new");
        let key = Self::random();
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(MODE).open(&aside)?;
        file.set_permissions(std::fs::Permissions::from_mode(MODE))?;
        file.write_all(key.bytes())?;
        file.sync_all()?;
        std::fs::rename(&aside, path)?;
        File::open(directory.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_made_once_and_for_the_owner_only() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("deep/identity.key");
        let made = Key::load_or_create(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, MODE);
        let loaded = Key::load_or_create(&path).unwrap();
        assert_eq!(made.bytes(), loaded.bytes());
    }

    #[test]
    fn a_key_of_another_length_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("identity.key");
        for bytes in [&[0_u8; 31][..], &[0; 33], &[]] {
            std::fs::write(&path, bytes).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(MODE)).unwrap();
            assert!(matches!(Key::load_or_create(&path), Err(KeyError::Length { .. })), "{}", bytes.len());
        }
    }

    #[test]
    fn a_key_that_others_can_read_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("identity.key");
        std::fs::write(&path, [0; BYTES]).unwrap();
        for mode in [0o644, 0o640, 0o604] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            let error = Key::load_or_create(&path).unwrap_err().to_string();
            assert!(error.contains("chmod 600") && error.contains("identity.key"), "{error}");
        }
    }
}
