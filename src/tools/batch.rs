//! Many tasks at once, their results in order.

use crate::search::thread_pool;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many tasks may be under way for each worker: done but not written, at
/// work, or waiting.
const WINDOW: usize = 4;

/// Does tasks with `jobs` workers and hands on the results in the order of the
/// tasks, each as soon as those before it are there. Only a few tasks are held in
/// memory. With one job everything happens on the calling thread, one after the
/// other.
///
/// `work` is told when nobody wants its result any more.
///
/// # Errors
///
/// When `sink` fails or the system gives no more threads.
pub(super) fn in_order<T: Send, U: Send>(
    jobs: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &AtomicBool) -> U + Sync,
    mut sink: impl FnMut(U) -> io::Result<()>,
) -> io::Result<()> {
    let unwanted = AtomicBool::new(false);
    if jobs <= 1 {
        let mut tasks = tasks;
        return tasks.try_for_each(|task| sink(work(task, &unwanted)));
    }
    let pool = thread_pool(jobs).map_err(io::Error::other)?;
    let window = jobs * WINDOW;
    let (permit, permits) = sync_channel(window);
    let (task_in, task_out) = channel();
    let (result_in, results) = channel();
    let queue = Mutex::new(task_out);
    (0..window).try_for_each(|_| permit.send(())).map_err(io::Error::other)?;
    thread::scope(|threads| {
        // Reading may wait for somebody to write: it has a thread of its own.
        threads.spawn(move || feed(tasks, &permits, &task_in));
        pool.in_place_scope(|scope| {
            let (queue, work, unwanted) = (&queue, &work, &unwanted);
            // One endless job for each thread: there is nothing for a thread to
            // steal while its search waits for other threads.
            scope.spawn_broadcast(move |_, _| serve(queue, work, unwanted, &result_in));
            let done = collect(&results, &permit, &mut sink);
            unwanted.store(true, Ordering::Relaxed);
            drop((permit, results));
            done
        })
    })
}

/// Hands out numbered tasks as fast as permits come in.
fn feed<T>(mut tasks: impl Iterator<Item = T>, permits: &Receiver<()>, out: &Sender<(usize, T)>) {
    let mut number = 0;
    while permits.recv().is_ok() {
        let Some(task) = tasks.next() else { return };
        if out.send((number, task)).is_err() {
            return;
        }
        number += 1;
    }
}

/// Takes tasks from the queue until there are no more, or nobody wants them.
fn serve<T, U>(
    queue: &Mutex<Receiver<(usize, T)>>,
    work: &impl Fn(T, &AtomicBool) -> U,
    unwanted: &AtomicBool,
    out: &Sender<(usize, U)>,
) {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok((number, task)) = next() {
        if unwanted.load(Ordering::Relaxed) || out.send((number, work(task, unwanted))).is_err() {
            return;
        }
    }
}

/// Puts results in order and hands them on; each makes room for another task.
fn collect<U>(
    results: &Receiver<(usize, U)>,
    permit: &SyncSender<()>,
    sink: &mut impl FnMut(U) -> io::Result<()>,
) -> io::Result<()> {
    let mut waiting = HashMap::new();
    let mut next = 0;
    for (number, result) in results {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            sink(result)?;
            next += 1;
            // The tasks may have come to their end.
            let _ = permit.send(());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    /// The sooner it comes the longer it takes.
    fn slow_square(number: u64, _: &AtomicBool) -> u64 {
        thread::sleep(Duration::from_millis(20_u64.saturating_sub(number)));
        number * number
    }

    #[test]
    fn results_keep_the_order_of_the_tasks() {
        let wanted: Vec<_> = (0..40).map(|number| number * number).collect();
        for jobs in [1, 2, 5] {
            let mut results = Vec::new();
            let sink = |result| {
                results.push(result);
                Ok(())
            };
            in_order(jobs, 0..40, slow_square, sink).unwrap();
            assert_eq!(results, wanted, "{jobs} jobs");
        }
    }

    #[test]
    fn few_tasks_are_held_at_once() {
        let (taken, written, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let tasks = (0..200).inspect(|_| {
            let held = taken.fetch_add(1, Ordering::SeqCst) + 1 - written.load(Ordering::SeqCst);
            most.fetch_max(held, Ordering::SeqCst);
        });
        let sink = |_| {
            written.fetch_add(1, Ordering::SeqCst);
            Ok(())
        };
        in_order(3, tasks, |number, _| number, sink).unwrap();
        assert_eq!(written.into_inner(), 200);
        assert!(most.into_inner() <= 3 * WINDOW + 1);
    }

    #[test]
    fn a_broken_sink_ends_the_work() {
        for jobs in [1, 3] {
            let begun = AtomicUsize::new(0);
            let work = |number: usize, unwanted: &AtomicBool| {
                begun.fetch_add(1, Ordering::SeqCst);
                while jobs > 1 && number > 5 && !unwanted.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(1));
                }
                number
            };
            let sink = |number| if number < 3 { Ok(()) } else { Err(io::Error::other("full")) };
            let error = in_order(jobs, 0.., work, sink).unwrap_err();
            assert_eq!(error.to_string(), "full");
            assert!(begun.into_inner() < 3 + 2 * jobs * WINDOW);
        }
    }
}
