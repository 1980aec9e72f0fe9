// Bodies of pushes, as large as wanted.

export function pushOf(keys) {
  const data = Array.from({ length: keys }, (_, i) => ({
    key: `service.setting.k${i}`,
    readme: null,
    deprecated: false,
    vdt: 'Text',
    values: ['*;*', 'Staging;*', 'Production;*'].map((context, n) => ({
      context,
      value: `value ${i}-${n} of a setting`,
    })),
  }));
  return { changeComment: 'Bench', enableKeyCreation: true, data };
}
