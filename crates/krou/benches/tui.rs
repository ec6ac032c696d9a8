//! How quickly the terminal game starts and answers: `cargo xtask bench tui`.
//!
//! The real program in a pseudo-terminal. Wanted: the menu within 100 ms, and the answer to a key
//! within 50 ms while the engine thinks on all cores.

#[cfg(unix)]
#[path = "../tests/pty/mod.rs"]
mod pty;

#[cfg(unix)]
fn main() {
    use std::time::{Duration, Instant};

    const TIMES: usize = 20;
    let middle = |mut times: Vec<Duration>| {
        times.sort();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        (ms(times[times.len() / 2]), ms(times[times.len() - 1]))
    };

    let dir = tempfile::tempdir().expect("a directory");
    let starts = (0..TIMES).map(|_| {
        let start = Instant::now();
        let screen = pty::Screen::start(dir.path(), &[]);
        screen.expect("New game");
        let took = start.elapsed();
        screen.kill();
        took
    });
    let (median, worst) = middle(starts.collect());
    println!(
        "start to menu            median {median:6.1} ms   worst {worst:6.1} ms   wanted 100 ms"
    );

    // The engine moves first and thinks for seconds; the list of keys is opened and closed.
    let mut keys = Vec::new();
    while keys.len() < TIMES {
        let args = [
            "play",
            "--rules",
            "oware",
            "--south",
            "10",
            "--north",
            "guest",
            "--no-save",
        ];
        let mut screen = pty::Screen::start(dir.path(), &args);
        screen.expect("thinking");
        let until = Instant::now() + Duration::from_secs(2);
        while keys.len() < TIMES && Instant::now() < until {
            let start = Instant::now();
            screen.press("?");
            screen.expect("turn the board");
            keys.push(start.elapsed());
            screen.press("?");
            screen.until("the board", |text| !text.contains("turn the board"));
        }
        screen.kill();
    }
    let (median, worst) = middle(keys);
    println!(
        "key to screen, thinking  median {median:6.1} ms   worst {worst:6.1} ms   wanted  50 ms"
    );
}

#[cfg(not(unix))]
fn main() {
    println!("there are no pseudo-terminals here to measure in");
}
