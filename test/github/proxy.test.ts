// Comments and issues on a network where only a proxy reaches the Git host.
import { expect, onTestFinished, test, vi } from 'vitest';
import { Api } from '../../src/github/api.ts';
import { withProxy } from '../remote/proxy.ts';
import { onGitHost } from './stage.ts';

const API = 'http://git.invalid/api/v3';

test('the API is reached through the proxy of the environment', () =>
  onGitHost(
    'github',
    ({ server, gitHost: { repository } }) =>
      withProxy({ behind: server }, async ({ url, requests }) => {
        onTestFinished(() => void vi.unstubAllEnvs());
        // Read once, when the client is loaded: this file is a process of its own.
        vi.stubEnv('GITHUB_API_URL', API);
        vi.stubEnv('http_proxy', url);
        vi.stubEnv('no_proxy', '');
        const clock = { now: () => new Date(0), pause: async () => undefined };
        const api = new Api({ apiUrl: API, token: 'workflow', repository }, clock);
        await api.ask({ method: 'GET', path: '/repos/acme/shop/pulls' });
        expect(requests).toEqual(['CONNECT git.invalid:80']);
        expect(server.requests).toEqual(['GET /repos/acme/shop/pulls']);
      }),
    '/api/v3',
  ));
