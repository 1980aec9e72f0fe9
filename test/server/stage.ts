// Where recorded scenarios are played: on the built-in server, or on a real one.
import type { Recording, Step } from './recording.ts';
import { type Received, request, type SentRequest, withServer } from '../helpers/server.ts';

/** One scenario's server. */
export interface Place {
  token(name: string): string;
  send(request: SentRequest): Promise<Received>;
  /** How many changes the server remembers; `undefined`: it does not say. */
  revisions(): number | undefined;
}

export interface Stage {
  /** Only the built-in server starts anew each time: a real one keeps elements, and their spelling, for ever. */
  exact: boolean;
  /** Why a recording cannot be played here. */
  unfit(recording: Recording): string | undefined;
  play(
    recording: Recording,
    use: (place: Place, steps: readonly Step[]) => Promise<void>,
  ): Promise<void>;
}

export const EMBEDDED: Stage = {
  exact: true,
  unfit: () => undefined,
  play: ({ setup, steps }, use) =>
    withServer(setup, (server) => {
      const { account, repository } = setup;
      const revisions = () => server.history(account, repository).length;
      return use({ token: server.token, send: (sent) => request(server, sent), revisions }, steps);
    }),
};
