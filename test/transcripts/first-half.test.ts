// The first half of the transcripts.
import { playHalf } from './halves.ts';

playHalf(0);
