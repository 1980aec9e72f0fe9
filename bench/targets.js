// What is promised: `npm run bench` fails where a figure is over its target. Every other figure is for information. That
// ours is ahead of every peer, at every size, shows in bench/peers.
import { versionOf } from './machine.js';

/**
 * What was measured last, by the major version of Node.js and the number of keys: processor time as a multiple of that of the
 * floor with documents, and MiB at the peak. A change that makes one of them better writes it here, so that the next one
 * cannot take it back unseen.
 */
const USUAL = {
  20: {
    1000: {
      plan: { processors: 3.5, memory: 82 },
      apply: { processors: 4.0, memory: 84 },
      push: { processors: 8.5, memory: 112 },
    },
    10000: {
      plan: { processors: 5.8, memory: 152 },
      apply: { processors: 7.2, memory: 162 },
      push: { processors: 16.0, memory: 257 },
    },
  },
  24: {
    1000: {
      plan: { processors: 3.4, memory: 102 },
      apply: { processors: 4.4, memory: 100 },
      push: { processors: 6.7, memory: 126 },
    },
    10000: {
      plan: { processors: 3.7, memory: 195 },
      apply: { processors: 6.0, memory: 264 },
      push: { processors: 12.2, memory: 351 },
    },
  },
};

/** Each Node.js collects garbage in its own way. `undefined`: nothing is written down for this one. */
export function usualFor(node) {
  return USUAL[versionOf(node).split('.')[0]];
}

/** A figure fails beyond so many times of it. Less than that may be the machine. */
export const SLACK = 1.2;
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
