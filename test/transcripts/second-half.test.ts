// The second half of the transcripts.
import { playHalf } from './halves.ts';

playHalf(1);
