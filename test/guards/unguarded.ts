// A push that a rule would have stopped or avoided, sent all the same: what the server answers, and what it holds then.
import { existsSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { replan } from '../../src/core/replan.ts';
import { openTarget } from '../../src/world/open-target.ts';
import { plan as planFrom } from '../../src/core/plan.ts';
import { shownPlan } from '../../src/core/shown-plan.ts';
import { phasesOf } from '../../src/plan/push-batches.ts';
import { pushBody } from '../../src/remote/push-body.ts';
import { readJson, type Scenario, stored, withScenario } from '../helpers/scenario-stage.ts';
import { type Received, request } from '../helpers/server.ts';

/** `request.json` of an unguarded push, and the request of its `shows.json`. */
interface Asked {
  method?: string;
  path?: string;
  headers?: OutgoingHttpHeaders;
  body?: object;
}

/** `shows.json`: the texts in which a push that was taken shows its harm; in what is stored, unless it names a request. */
interface Shows {
  request?: Asked;
  texts: string[];
}

export interface Unguarded {
  /** What was asked and answered, and what the server held before and after a push that was taken. */
  answer: string;
  /** Codes of what the plan had found. */
  found: string[];
  /** Whether a push was refused. */
  isRefused: boolean;
  /** Changes of the plan that are missing after it; 0 for a push written manually. */
  missing: number;
  /** Texts of `shows.json` that are not there; absent without such a file. */
  unseen?: string[];
}

/** `fires/` says what is there, and what the plan is; `unguarded/push.json` is a push written manually instead. */
export function runUnguarded(folder: string): Promise<Unguarded> {
  return withScenario({ folder: join(folder, 'fires') }, (scenario) => {
    const isManual = existsSync(join(folder, 'unguarded/push.json'));
    return isManual ? manualPush(scenario, folder) : asPlanned(scenario, folder);
  });
}

async function manualPush(scenario: Scenario, folder: string): Promise<Unguarded> {
  const given = readJson<object | object[]>(join(folder, 'unguarded'), 'push.json') ?? [];
  const sent = await send(scenario, { folder, bodies: [given].flat() });
  return { ...sent, found: [], missing: 0 };
}

async function asPlanned(
  { options, runtime, ...scenario }: Scenario,
  folder: string,
): Promise<Unguarded> {
  const { world, options: trusted, remarks, close } = await openTarget(options, runtime);
  try {
    const made = await planFrom(world, trusted);
    const shown = await shownPlan(world, made, { remarks, isApply: false });
    const { input, plan, changeComment } = shown;
    const bodies = phasesOf(plan).map((changes) =>
      pushBody({ changes, passwordOf: input.secrets.passwordOf }, changeComment),
    );
    const sent = await send({ options, runtime, ...scenario }, { folder, bodies });
    const missing = sent.isRefused
      ? []
      : ((await replan(world, shown, { changes: plan.changes, contextsToReread: 'everything' }))?.changes ?? []);
    return { ...sent, found: plan.findings.map(({ code }) => code), missing: missing.length };
  } finally {
    close();
  }
}

type Sent = Pick<Unguarded, 'answer' | 'isRefused' | 'unseen'>;

async function send(
  scenario: Scenario,
  { folder, bodies }: { folder: string; bodies: readonly object[] },
): Promise<Sent> {
  const before = await stored(scenario);
  const own = readJson<Asked>(join(folder, 'unguarded'), 'request.json') ?? {};
  const lines: string[] = [];
  for (const body of bodies) {
    const { status, text } = await ask(scenario, { ...own, method: 'POST', body });
    lines.push(...text);
    if (status !== 200) return { answer: page(lines), isRefused: true };
  }
  const after = await stored(scenario);
  lines.push('', 'before', ...before, '', 'after', ...after);
  const shows = readJson<Shows>(join(folder, 'unguarded'), 'shows.json');
  if (shows === undefined) return { answer: page(lines), isRefused: false };
  const seen = shows.request === undefined ? after : (await ask(scenario, shows.request)).text;
  if (shows.request !== undefined) lines.push('', ...seen);
  const unseen = shows.texts.filter((text) => !seen.join('\n').includes(text));
  return { answer: page(lines), isRefused: false, unseen };
}

/** As the scenario's own commands ask, unless it says otherwise. */
async function ask(scenario: Scenario, asked: Asked): Promise<{ status: number; text: string[] }> {
  const { options, server } = scenario;
  const { method = 'GET', headers = {}, body } = asked;
  const path = asked.path ?? (options.token === undefined ? '/rest/push/acme/shop' : '/rest/push');
  const token = options.token === undefined ? {} : { 'Client-Token': options.token };
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const received = await request(server, {
    method,
    path,
    headers: { ...token, ...json, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const head = Object.entries(headers).map(([name, value]) => cut(`${name}: ${value}`));
  const sent = body === undefined ? [] : [cut(JSON.stringify(body))];
  return {
    status: received.status,
    text: [`${method} ${path}`, ...head, ...sent, ...answered(received)],
  };
}

function answered({ status, etag, body }: Received): string[] {
  const reason = etag === null ? [] : [cut(etag)];
  return [`${status} ${reason.join('')}`.trimEnd(), ...(body === '' ? [] : [body.trimEnd()])];
}

const MAX_LINE = 500;

function cut(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)}…`;
}

function page(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
