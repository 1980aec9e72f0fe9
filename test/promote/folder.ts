// A project's folder in memory, in which the real functions promote, write and read back.
import { loadProject } from '../../src/documents/load-project.ts';
import { filesInMemory } from '../../src/documents/project-files.ts';
import type { Promotion } from '../../src/model/promotion.ts';
import { secretNames } from '../../src/model/secrets.ts';
import { askedToPromote } from '../../src/promote/asked.ts';
import { planPromotion } from '../../src/promote/plan-promotion.ts';
import { chosenBy } from '../../src/show/asked.ts';
import { filesSide, knownToFiles } from '../../src/show/sides.ts';
import { textPromotion } from '../../src/render/promotion.ts';
import { MemoryFolder } from '../import/folder.ts';

export interface How {
  patterns?: readonly string[];
  exact?: boolean;
  tidy?: boolean;
}

export class PromotionFolder extends MemoryFolder {
  /** What a promotion would do. */
  promotion(
    from: string,
    to: string,
    { patterns = [], exact = false, tidy = false }: How = {},
  ): Promotion {
    const loaded = loadProject(filesInMemory(this.files), { env: this.env, missingEnv: 'warning' });
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors[0] !== undefined) throw new Error(`${errors[0].place}: ${errors[0].message}`);
    const { pair, levels } = askedToPromote([from, to], knownToFiles(loaded));
    return planPromotion({
      side: { ...filesSide(loaded, undefined), levels },
      request: {
        pair,
        names: [from, to],
        isChosen: chosenBy(patterns),
        keep: loaded.project.promote.keep,
        exact,
        tidy,
      },
      files: loaded.files,
      display: (path) => path,
      projectFile: 'confighub.yaml',
      env: this.env,
      target: { url: '', account: '', name: '', levels: [...levels] },
      vdtEnabled: true,
      isNew: false,
      exists: (path) => this.files.has(path),
      isSecretName: secretNames(loaded.project.redact),
      secretIn: [],
    });
  }

  /** Promotes and writes. */
  promote(from: string, to: string, how: How = {}): Promotion {
    const made = this.promotion(from, to, how);
    for (const { path, after } of made.writes) {
      if (after === undefined) this.files.delete(path);
      else this.files.set(path, Buffer.from(after));
    }
    return made;
  }
}

/** What a promotion says on a wide terminal without colors. */
export function said(promotion: Promotion): string {
  return textPromotion(promotion, { color: false, width: 120, display: (path) => path });
}
