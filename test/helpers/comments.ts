// The comment and the summary of one plan, as those of the only target of a project file.
import { type PageOptions, rowsComment, rowsSummary } from '../../src/render/markdown/page.ts';
import type { Status, TargetPage } from '../../src/render/markdown/targets.ts';
import type { MaskedPlan } from '../../src/render/mask.ts';

export interface PlanPageOptions extends Omit<PageOptions, 'status'>, Pick<TargetPage, 'removedAt'> {
  status: Status;
}

export const planComment = pageWith(rowsComment);
export const planSummary = pageWith(rowsSummary);

function pageWith(render: typeof rowsComment) {
  return (plan: MaskedPlan, { removedAt, status, ...options }: PlanPageOptions): string => {
    const { kind, reason, hint, ...run } = status;
    return render([{ kind, plan, reason, hint, removedAt }], { ...options, status: run });
  };
}
