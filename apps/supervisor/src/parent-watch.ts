/**
 * Loaded before a part's own code. When the supervisor is gone without having stopped this process, it stops itself
 * as if told to: an orphan would keep its port and its leases from the parts of the next start.
 */
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 10_000).unref();
});
// The channel alone must not keep a process running that has nothing left to do.
process.channel?.unref();
