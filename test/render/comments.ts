// The comment and the summary of one plan, as those of the only target of a project file.
import type { LineLinks } from '../../src/render/change-lines.ts';
import { type PageOptions, rowsComment, rowsSummary } from '../../src/render/markdown/page.ts';
import type { Status } from '../../src/render/markdown/targets.ts';
import type { MaskedPlan } from '../../src/render/mask.ts';

export interface PlanPageOptions extends Omit<PageOptions, 'status'>, LineLinks {
  status: Status;
}

export const planComment = pageWith(rowsComment);
export const planSummary = pageWith(rowsSummary);

function pageWith(render: typeof rowsComment) {
  return (plan: MaskedPlan, { removedAt, status, ...options }: PlanPageOptions): string => {
    const { kind, reason, hint, ...run } = status;
    return render([{ kind, plan, reason, hint, links: { removedAt } }], {
      ...options,
      status: run,
    });
  };
}
