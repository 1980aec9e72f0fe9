// How much one plan may do before somebody has to approve it, as `limits` says.

/** Shares are percentages, counted from `existing` items on. */
export const LIMITS = {
  deletes: { standard: 30, isShare: true },
  updates: { standard: 30, isShare: true },
  existing: { standard: 10, isShare: false },
  maxDeletes: { standard: 100, isShare: false },
  maxUpdates: { standard: 1000, isShare: false },
} as const;

export type LimitName = keyof typeof LIMITS;
export type Limits = Record<LimitName, number>;

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

export function defaultLimits(): Limits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMITS[name].standard])) as Limits;
}

/** `30%`, `12.5%` or `100`, or `undefined` for anything else. */
export function parseLimit(name: LimitName, text: string): number | undefined {
  if (!LIMITS[name].isShare) return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  const share = /^(\d{1,3}(?:\.\d{1,2})?) ?%$/.exec(text)?.[1];
  return share === undefined || Number(share) > 100 ? undefined : Number(share);
}

/** As people write it. */
export function limitText(name: LimitName, value: number): string {
  return `${value}${LIMITS[name].isShare ? '%' : ''}`;
}
