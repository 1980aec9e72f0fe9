// What is promised: `npm run bench` fails where a figure is over its target. Every other figure is for information. That
// ours is ahead of every peer, at every size, shows in bench/peers.

/** What is usual: whole process ÷ floor, and MiB at the peak. Quick mode fails where a figure is twice as much. */
export const USUAL = {
  1000: { plan: 6, apply: 9, push: 10, memory: 110 },
  10000: { plan: 9, apply: 16, push: 16, memory: 260 },
};
/** Of the time by the size. */
export const EXPONENT = 1.1;
/** Milliseconds for 100,000 changes. */
export const RENDER = 300;
/** Of the time of a plan. */
export const EFFECTS = 0.1;
/**
 * Fifty targets in one process: processor time, of that of fifty processes with one target each; objects held, of those of
 * ten targets. A plan that is kept after it is shown would be several times that.
 */
export const SEVERAL = { processors: 1.2, held: 1.5 };
/** Milliseconds until the HTML page of 10,000 changes is written, and until a browser has opened it. */
export const PAGE = { written: 1000, opened: 2000 };
/** Share of the time that reading the files takes and that a slow server does not hide. */
export const NOT_HIDDEN = 0.1;
/**
 * Milliseconds of our own beside a server whose requests cost what they cost the real one: of a plan beside its one
 * complete read, of an apply beside a plan and the push.
 */
export const OWN = { plan: 800, apply: 1500 };
