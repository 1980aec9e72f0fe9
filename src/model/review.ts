// Asking a forge for the reviews that approve a refused plan.
import type { Force } from './force.ts';
import type { ApprovalWay } from './plan.ts';
import type { Approvals } from './project.ts';

/** What an entry needs to find the reviews that approve a plan. */
export interface ReviewQuestion {
  digest: string;
  /** The commit that is checked out, then its parents. */
  commits: readonly string[];
  /** Whether the plan is about to be applied: then only reviews of a merged pull request count. */
  isApply: boolean;
  /**
   * Whose reviews count.
   * @param base the commit that the change is based on, so that no change decides on its own approval
   */
  approvals: (base: string | undefined) => Promise<Approvals>;
}

export interface ReviewAnswer {
  /** Where the plan can be approved. */
  way: ApprovalWay;
  /** The protected names in the reviews that approve it, and who wrote them. Absent: there are none. */
  approved?: Pick<Force, 'names'> & { by: readonly string[] };
  /** Why reviews do not count, in full sentences. */
  notes: string[];
}
