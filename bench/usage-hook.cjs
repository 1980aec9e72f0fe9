// Required by a process that is measured: leaves behind what it used when it ends.
process.on('exit', () => {
  require('node:fs').writeFileSync(
    process.env.BENCH_USAGE,
    JSON.stringify(process.resourceUsage()),
  );
});
