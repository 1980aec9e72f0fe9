// What a new project may begin with.

export const STARTS = ['example', 'import', 'sources'] as const;
export type Start = (typeof STARTS)[number];
