//! Tables in files: whole, resumed, damaged, foreign.

use std::fs;
use std::path::Path;

use krou_rules::{Rules, Ruleset};
use krou_tables::{
    Access, BuildError, BuildOptions, FileError, Folder, Library, Packing, Problem, Table,
    verify_layer,
};

fn rules(name: &str) -> Rules {
    Rules::new(Ruleset::builtin(name).unwrap()).unwrap()
}

fn build(folder: &Folder, rules: &Rules, seeds: u8, packing: Packing) -> Table {
    let options = BuildOptions {
        seeds,
        threads: Some(2),
        packing,
    };
    folder.build(rules, &options, &|_| {}, &mut |_| {}).unwrap()
}

fn problem(result: Result<Table, BuildError>) -> Problem {
    match result {
        Err(BuildError::File(FileError { problem, .. })) => problem,
        other => panic!("expected a problem with a file, found {other:?}"),
    }
}

/// The bytes of all files but the lock, by name.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn what_was_written_is_read_mapped_and_unpacked() {
    for (name, seeds) in [
        ("kalah", 6),
        ("awari", 6),
        ("oware", 5),
        ("togyzkumalak", 2),
    ] {
        let rules = rules(name);
        let table = Table::build_in_memory(&rules, seeds, None).unwrap();
        for packing in [Packing::Plain, Packing::Zstd] {
            let place = tempfile::tempdir().unwrap();
            let folder = Folder::new(place.path(), &rules).unwrap();
            assert_eq!(folder.seeds(), None);
            build(&folder, &rules, seeds, packing);
            assert_eq!(folder.seeds(), Some(seeds));
            for access in [Access::Map, Access::Read, Access::ReadUnchecked] {
                let read = folder.table(&rules, 127, access).unwrap();
                assert_eq!(read.layers(), table.layers());
                for layer in 0..table.layers() {
                    assert_eq!(read.layer(layer), table.layer(layer), "{name} {layer}");
                }
                let fewer = folder.table(&rules, seeds - 1, access).unwrap();
                assert_eq!(fewer.layers(), usize::from(seeds));
            }
        }
    }
}

#[test]
fn packing_pays() {
    let place = tempfile::tempdir().unwrap();
    let awari = rules("awari");
    let folder = Folder::new(place.path(), &awari).unwrap();
    build(&folder, &awari, 9, Packing::Zstd);
    let packed = fs::metadata(folder.file(9)).unwrap().len();
    assert!(packed < 167_960 / 2, "{packed}");
}

/// A build may be stopped after any layer, or while it writes one.
#[test]
fn a_resumed_build_is_the_same_to_the_byte() {
    let awari = rules("awari");
    let whole = tempfile::tempdir().unwrap();
    let whole = Folder::new(whole.path(), &awari).unwrap();
    build(&whole, &awari, 7, Packing::Plain);
    let wanted = contents(whole.path());
    assert_eq!(wanted.len(), 8);
    for stop in 0..7 {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path(), &awari).unwrap();
        build(&folder, &awari, stop, Packing::Plain);
        let next = folder.file(usize::from(stop) + 1).with_extension("part");
        fs::write(&next, "KROUTAB\n cut short").unwrap();
        let stale = folder.file(99).with_extension("part");
        fs::write(&stale, "of a larger build").unwrap();
        build(&folder, &awari, 7, Packing::Plain);
        assert!(!next.exists() && !stale.exists());
        assert_eq!(contents(folder.path()), wanted, "stopped after {stop}");
    }
}

#[test]
fn every_flipped_bit_is_found() {
    for packing in [Packing::Plain, Packing::Zstd] {
        let place = tempfile::tempdir().unwrap();
        let awari = rules("awari");
        let folder = Folder::new(place.path(), &awari).unwrap();
        build(&folder, &awari, 4, packing);
        let file = folder.file(4);
        let good = fs::read(&file).unwrap();
        for at in (0..128).chain((128..good.len()).step_by(7)) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(&file, &bad).unwrap();
            for access in [Access::Read, Access::Map] {
                let refused = problem(folder.table(&awari, 4, access));
                if at >= 128 {
                    assert!(matches!(refused, Problem::Values), "byte {at}: {refused}");
                }
            }
        }
    }
}

#[test]
fn a_wrong_value_is_found_by_the_rules_alone() {
    for (name, seeds) in [("kalah", 5), ("awari", 5), ("oware", 4)] {
        let place = tempfile::tempdir().unwrap();
        let rules = rules(name);
        let folder = Folder::new(place.path(), &rules).unwrap();
        let table = build(&folder, &rules, seeds, Packing::Plain);
        for layer in 0..table.layers() {
            assert_eq!(verify_layer(&rules, &table, layer, Some(2)).count, 0);
        }
        let file = folder.file(seeds.into());
        let good = fs::read(&file).unwrap();
        for at in (128..good.len()).step_by(97) {
            let mut bad = good.clone();
            bad[at] ^= 1;
            fs::write(&file, &bad).unwrap();
            let table = folder.table(&rules, seeds, Access::ReadUnchecked).unwrap();
            let found = verify_layer(&rules, &table, seeds.into(), Some(2));
            let first = found
                .first
                .expect("a wrong value does not follow from the rest");
            assert!(
                found.count >= 1 && first.table != first.rules,
                "{name} {at}"
            );
            let position = first.position.to_string();
            assert!(position.ends_with("/0,0/S"), "{position}");
        }
    }
}

#[test]
fn files_of_other_rules_layers_and_kinds_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let (kalah, awari) = (rules("kalah"), rules("awari"));
    let [of_kalah, of_awari] = [&kalah, &awari].map(|r| Folder::new(place.path(), r).unwrap());
    build(&of_kalah, &kalah, 3, Packing::Plain);
    build(&of_awari, &awari, 3, Packing::Plain);
    let file = of_awari.file(2);
    let good = fs::read(&file).unwrap();
    let refused_as = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let mapped = problem(of_awari.table(&awari, 3, Access::Map));
        let read = problem(of_awari.table(&awari, 3, Access::Read)).to_string();
        assert_eq!(mapped.to_string(), read);
        read
    };
    let foreign = refused_as(&fs::read(of_kalah.file(2)).unwrap());
    assert!(
        foreign.contains("a table of other rules: of `kalah`"),
        "{foreign}"
    );
    let layer = refused_as(&fs::read(of_awari.file(3)).unwrap());
    assert_eq!(
        layer,
        "this is the layer of 3 seeds, where that of 2 is wanted"
    );
    assert!(refused_as(b"").contains("not a table"));
    assert!(refused_as(b"{\"a\": 1}").contains("not a table"));
    assert!(refused_as(&good[..100]).contains("100 bytes long instead of 128"));
    assert!(refused_as(&good[..good.len() - 1]).contains("bytes long instead of"));
    assert!(refused_as(&[&good[..], b"x"].concat()).contains("bytes long instead of"));
    let mut later = good.clone();
    later[8] = 2;
    assert!(refused_as(&later).contains("format version 2"));
    // A build does not go on upon such files either.
    let options = BuildOptions {
        seeds: 4,
        threads: None,
        packing: Packing::Plain,
    };
    let built = of_awari.build(&awari, &options, &|_| {}, &mut |_| {});
    assert!(built.unwrap_err().to_string().contains("002.krou"));
}

#[test]
fn two_builds_do_not_work_in_one_folder() {
    let place = tempfile::tempdir().unwrap();
    let awari = rules("awari");
    let folder = Folder::new(place.path(), &awari).unwrap();
    let options = BuildOptions {
        seeds: 1,
        threads: Some(1),
        packing: Packing::Plain,
    };
    let mut second = None;
    let mut meanwhile = |_| {
        second = Some(problem(folder.build(
            &awari,
            &options,
            &|_| {},
            &mut |_| {},
        )));
    };
    folder
        .build(&awari, &options, &|_| {}, &mut meanwhile)
        .unwrap();
    assert!(matches!(second, Some(Problem::Locked)));
}

#[test]
fn the_known_position_has_its_values() {
    let awari = rules("awari");
    let table = Table::build_in_memory(&awari, 16, None).unwrap();
    let position = "1,1,1,1,1,2/4,2,3,0,0,0/0,0/S".parse().unwrap();
    let answer = table
        .probe(&awari, &awari.position(&position).unwrap())
        .unwrap();
    assert_eq!(answer.margins.value(), Some(0));
    let moves: Vec<i16> = answer.moves.iter().map(|m| m.1.value().unwrap()).collect();
    assert_eq!(moves, [-1, -1, -2, -2, -2, 0]);
}

#[test]
fn a_library_gives_the_table_that_knows_most() {
    let dir = tempfile::tempdir().unwrap();
    let kalah = rules("kalah");
    let library = Library::at(dir.path());
    assert!(library.open(&kalah).unwrap().is_none());
    let small = library.best(&kalah).unwrap().layers();
    let folder = Folder::new(dir.path(), &kalah).unwrap();
    for layers in [small - 1, small + 1] {
        build(&folder, &kalah, layers as u8 - 1, Packing::Plain);
        assert_eq!(library.open(&kalah).unwrap().unwrap().layers(), layers);
        assert_eq!(library.best(&kalah).unwrap().layers(), layers.max(small));
    }
    // A damaged file is told to who opens it, and left aside by who only plays.
    fs::write(folder.file(3), "no table").unwrap();
    assert!(library.open(&kalah).is_err());
    assert_eq!(library.best(&kalah).unwrap().layers(), small);
    let burning = rules("attic-fire");
    assert!(library.best(&burning).is_none());
}

#[test]
fn a_file_that_cannot_be_finished_leaves_no_part_behind() {
    let place = tempfile::tempdir().unwrap();
    let awari = rules("awari");
    let folder = Folder::new(place.path(), &awari).unwrap();
    build(&folder, &awari, 1, Packing::Plain);
    // Nothing can be renamed to a directory with something in it.
    fs::create_dir_all(folder.file(3).join("in the way")).unwrap();
    let options = BuildOptions {
        seeds: 4,
        threads: Some(1),
        packing: Packing::Plain,
    };
    let failed = folder.build(&awari, &options, &|_| {}, &mut |_| {});
    assert!(failed.is_err());
    assert!(!folder.file(3).with_extension("part").exists());
    assert!(folder.free_space().is_none_or(|free| free > 0));
}
