// Applies of stages in memory: by export, by token, and where only the documented interface is read.
import type { ApplyWorld } from '../../src/core/world.ts';
import { parseApproval } from '../../src/model/approval.ts';
import type { GivenOptions, Options } from '../../src/options.ts';
import { type Ended, ended, MemoryProcess, Outside } from '../helpers/memory.ts';

export const READS = ['export', 'token', 'documented'] as const;

const PROJECT = `version: 1
levels: [Environment, Application]
limits: { deletes: 100%, updates: 100% }
protect: [kept]
allowNewContexts: [Staging, Production, Test, Billing]
`;

/** The project with these keys, as YAML, and these stages. */
function shop(keys: string, stages = '[Staging, Production]', more = '') {
  return {
    'confighub.yaml': `${PROJECT}${stages === '' ? '' : `stages: ${stages}\n`}`,
    'config/shop.yaml': `keys:\n${keys}${more}`,
  };
}

/** Everything outside, with applies of its newest commit. */
export class StagedShop {
  readonly outside: Outside;
  readonly #reads: (typeof READS)[number];

  /** @param from what it is a copy of */
  constructor(reads: (typeof READS)[number] = 'export', from?: StagedShop) {
    this.outside = new Outside({ isOpen: reads === 'export' }, from?.outside);
    this.#reads = reads;
  }

  commit(keys: string, stages?: string, more?: string): void {
    this.outside.commit(shop(keys, stages, more));
  }

  /**
   * One command that applies these stages, one after the other; none: the whole commit.
   * @param options.behind how many commits the checkout lacks
   * @param options.afterPush what others do after each push
   */
  async apply(
    stages: readonly string[],
    {
      given = {},
      more = {},
      behind = 0,
      afterPush = () => undefined,
    }: {
      given?: GivenOptions;
      more?: Partial<Options>;
      behind?: number;
      afterPush?: () => void;
    } = {},
  ): Promise<Ended> {
    const reads = this.#reads === 'documented' ? { reads: 'documented' } : {};
    const targets = (stages.length === 0 ? [undefined] : stages).map(() => {
      const all = { ...reads, ...given };
      const process = new MemoryProcess(this.outside, { run: 'ada', given: all, behind });
      const push = async (...sent: Parameters<ApplyWorld['push']>) => {
        const answer = await process.world.push(...sent);
        afterPush();
        return answer;
      };
      return { process, world: { ...process.world, push } };
    });
    const options = stages.map((name, index) => ({
      ...more,
      chosenStage: { name, after: stages.slice(0, index) },
    }));
    return ended(targets, stages.length === 0 ? [more] : options);
  }

  /**
   * The process that applies a stage ends at its push.
   * @param later milliseconds that pass after it: the lock ends
   * @param isSent whether the server gets the push
   */
  async killed(stage: string, later = 3_600_000, isSent = false): Promise<void> {
    const given = this.#reads === 'documented' ? { reads: 'documented' } : {};
    const process = new MemoryProcess(this.outside, { run: 'killed', given });
    const chosenStage = { name: stage, after: [] };
    await new Promise<void>((resolve) => {
      const push = async (...sent: Parameters<ApplyWorld['push']>) => {
        if (isSent) await process.world.push(...sent);
        resolve();
        return new Promise<never>(() => undefined);
      };
      void ended([{ process, world: { ...process.world, push } }], [{ chosenStage }]);
    });
    this.outside.now = new Date(this.outside.now.getTime() + later);
  }

  /** With the approval that the plan asks for. @param stage absent: the whole commit */
  async approved(
    stage: string | undefined,
    options: { given?: GivenOptions; behind?: number } = {},
  ): Promise<Ended> {
    const stages = stage === undefined ? [] : [stage];
    const first = await this.apply(stages, options);
    const approve = parseApproval(first.rows[0]?.plan?.approval ?? '');
    if (first.code !== 3 || approve === undefined) return first;
    return this.apply(stages, { ...options, more: { approve } });
  }

  rows(): string[] {
    return this.outside.rows();
  }
}

/** What is said of each stage: its outcome, its changes, and the codes of its findings. */
export function told({ rows }: Ended): string[] {
  return rows.map(({ name = 'all', outcome, error, plan }) => {
    const changes = (plan?.changes ?? []).map(({ action, name: key, context = '' }) =>
      `${action} ${key} ${context}`.trim(),
    );
    const codes = (plan?.findings ?? []).map(({ code }) => code);
    return [`${name} ${outcome}`, error?.code ?? '', ...changes, ...codes]
      .filter((text) => text !== '')
      .join(', ');
  });
}
