// demo: the whole way of a change, told with real commands; and a change that others made, taken into the files.
import { type Stage, withStage } from './demo-stage.ts';
import { EXIT, type ExitStatus } from './errors.ts';

/** What others push: a value that the files declare otherwise. */
const BEHIND = {
  data: [
    {
      key: 'storefront.page.size',
      vdt: 'Integer',
      values: [{ context: '*;Storefront', value: '48' }],
    },
  ],
};

/** Throws where a step does not end as it should. */
export async function demo(out: (text: string) => void): Promise<ExitStatus> {
  await withStage(out, async (stage) => {
    await first(stage);
    await change(stage);
    await drift(stage);
  });
  return EXIT.done;
}

async function first(stage: Stage): Promise<void> {
  stage.heading('1. The server is empty: everything that the files declare is created.');
  await stage.git('init', '--quiet', '.');
  await stage.git('add', '.');
  await stage.git('commit', '--quiet', '--message', 'The shop');
  await stage.sync('apply');
}

async function change(stage: Stage): Promise<void> {
  stage.heading('2. A change in Git: a new key, an update, and a key, a value and a file that are gone.');
  await stage.git('apply', '--index', stage.patch);
  await stage.git('commit', '--quiet', '--message', 'Gift cards instead of the wishlist');
  await stage.sync('plan');
  await stage.sync('apply');
}

async function drift(stage: Stage): Promise<void> {
  stage.heading(
    '3. Somebody changes a value on the server, without Git. A plan shows it first: an apply would restore what Git says.',
  );
  await stage.post('/rest/push', BEHIND);
  await stage.sync('plan');
  stage.heading('4. It is taken into the files: one line of one document.');
  await stage.sync('import', '--only', 'drift', '--yes');
  await stage.git('diff', '--unified=0');
  await stage.git('commit', '--quiet', '--all', '--message', 'Larger pages');
  await stage.sync('plan');
}
