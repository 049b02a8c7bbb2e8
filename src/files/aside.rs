//! A file that is not understood is put out of the way under another name, so that nothing of it is lost.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{Fault, Trouble};

/// So many files of one name can be set aside.
const MOST: usize = 10_000;

/// Gives the file another name beside its old one, one that nothing else has. Says what became of it.
pub fn set_aside(file: &Path, fault: Fault) -> Trouble {
    let file = file.to_owned();
    match rename_away(&file) {
        Ok(aside) => Trouble::SetAside { file, aside, fault },
        Err(_) => Trouble::LeftThere { file, fault },
    }
}

fn rename_away(file: &Path) -> io::Result<PathBuf> {
    for number in 1..=MOST {
        let mut name = file.file_name().unwrap_or_default().to_owned();
        name.push(format!(".set-aside-{number}"));
        let aside = file.with_file_name(name);
        // The name is taken first: two programs that do this at once do not take the same.
        match fs::File::create_new(&aside) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        }
        if file.is_dir() {
            fs::remove_file(&aside)?;
        }
        return match fs::rename(file, &aside) {
            Ok(()) => Ok(aside),
            Err(error) => {
                // The name that was taken for nothing; that it stays says nothing new.
                let _ = fs::remove_file(&aside);
                Err(error)
            }
        };
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_was_set_aside_is_written_over() {
        let folder = std::env::temp_dir().join(format!("endgame-aside-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("settings.toml");
        for number in 1..=3 {
            fs::write(&file, number.to_string()).unwrap();
            let aside = folder.join(format!("settings.toml.set-aside-{number}"));
            let said = Trouble::SetAside { file: file.clone(), aside, fault: Fault::Foreign };
            assert_eq!(set_aside(&file, Fault::Foreign), said);
        }
        // A folder that has the name of the file is in the way as well.
        fs::create_dir(&file).unwrap();
        assert!(matches!(set_aside(&file, Fault::Foreign), Trouble::SetAside { .. }));
        assert!(matches!(set_aside(&file, Fault::Foreign), Trouble::LeftThere { .. }), "it is not there any more");
        let read = |number| fs::read_to_string(folder.join(format!("settings.toml.set-aside-{number}"))).unwrap();
        assert_eq!([1, 2, 3].map(read), ["1", "2", "3"]);
        assert!(folder.join("settings.toml.set-aside-4").is_dir());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
        fs::remove_dir_all(folder).unwrap();
    }
}
