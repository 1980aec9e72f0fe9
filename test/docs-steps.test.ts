// The steps that README.md and the pages for beginners show work as shown, and print what is printed there.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test as plain } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../src/version.ts';
import { type Environment, GitSandbox, refNamesIn } from './helpers/git.ts';
import { type Fence, fences, found, read } from './helpers/pages.ts';
import { clonedTool } from './helpers/process.ts';
import { ROOT } from './helpers/run.ts';
import { request, type TestServer, withServer } from './helpers/server.ts';
import { passwordsOnServer, serviceFolder, servicesOnServer } from './import/service-folder.ts';
import { shellProgram, withShellCommand } from './helpers/shell-command.ts';
import { IS_NIGHTLY, representatives } from './helpers/suite.ts';

const SHOWN_URL = 'http://127.0.0.1:7080';
const IDENTITY = Object.fromEntries(
  ['GIT_AUTHOR', 'GIT_COMMITTER'].flatMap((who) => [
    [`${who}_NAME`, 'a'],
    [`${who}_EMAIL`, 'a@example.com'],
  ]),
);

/** The blocks of a section. @param end the heading that ends it */
function fencesOf(path: string, title: string, end = /^## /m): Fence[] {
  const [, rest = ''] = read(path).split(`\n## ${title}\n`);
  return fences(rest.split(end)[0] ?? '');
}

/** What a reader does, but for the server, which is there already. */
function scriptOf(blocks: readonly Fence[]): string {
  const steps = blocks.map(({ language, name, text }) => {
    if (name !== '')
      return `mkdir -p "$(dirname '${name}')" && cat > '${name}' <<'END'\n${text}END\n`;
    const isOfServer = /^(?:confighub-sync serve|export CONFIGHUB_)/.test(text);
    return language === 'sh' && !isOfServer ? text : '';
  });
  return steps.join('');
}

interface Reader {
  sandbox: GitSandbox;
  server: TestServer;
  /** Runs a script in a folder; what it prints, with the address that the documents show. */
  run: (script: string, folder?: string) => Promise<string>;
  /** What another client writes to the server: the body of a push, or one value for all. */
  send: (body: object) => Promise<void>;
  push: (key: string, value: string) => Promise<void>;
}

/** As a person pastes them: zsh reads them as it reads what is typed. */
function runIn(shell: 'bash' | 'zsh', script: string, options: { cwd: string; env: Environment }) {
  if (shell === 'bash') return promisify(execFile)('bash', ['-c', `set -e\n${script}`], options);
  const running = promisify(execFile)('zsh', ['-f', '-i'], options);
  running.child.stdin?.end(`PS1=; setopt no_prompt_sp\nset -e\n${script}`);
  return running;
}

const HAS_ZSH = spawnSync('zsh', ['--version']).status === 0;

/** @param isProcess whether every command is a process of its own */
async function withReader(
  use: (reader: Reader) => Promise<void>,
  { isProcess = false, shell = 'bash' }: { isProcess?: boolean; shell?: 'bash' | 'zsh' } = {},
): Promise<void> {
  const sandbox = new GitSandbox();
  try {
    const levels = ['Environment', 'Application'];
    const settings = { account: 'acme', repository: 'shop', levels };
    await withServer(settings, (server) =>
      withShellCommand(sandbox, async (within) => {
        const token = server.token('default');
        const bin = isProcess ? shellProgram(sandbox) : within;
        const variables = { CONFIGHUB_URL: server.url, CONFIGHUB_TOKEN: token };
        const PATH = `${bin}:${sandbox.env.PATH}`;
        const env = { ...sandbox.env, ...IDENTITY, ...variables, PATH };
        const run = async (script: string, folder = '.') => {
          const { stdout, stderr } = await runIn(shell, script, { cwd: sandbox.path(folder), env });
          return `${stdout}${stderr}`.replaceAll(server.url, SHOWN_URL);
        };
        const send = async (body: object) => {
          const headers = { 'Client-Token': token, 'Content-Type': 'application/json' };
          const sent = { method: 'POST', path: '/rest/push', headers, body: JSON.stringify(body) };
          expect(await request(server, sent)).toMatchObject({ status: 200 });
        };
        const push = (key: string, value: string) => {
          const data = [{ key, vdt: 'Text', push: true, values: [{ context: '*;*', value }] }];
          return send({ enableKeyCreation: true, data });
        };
        await use({ sandbox, server, run, send, push });
      }),
    );
  } finally {
    sandbox.dispose();
  }
}

const test = plain.extend<{ reader: Reader } & Reader>({
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  reader: ({}, use) => withReader(use),
  sandbox: ({ reader }, use) => use(reader.sandbox),
  server: ({ reader }, use) => use(reader.server),
  run: ({ reader }, use) => use(reader.run),
  send: ({ reader }, use) => use(reader.send),
  push: ({ reader }, use) => use(reader.push),
});
const nightly = test.runIf(IS_NIGHTLY);

/** The text that a page shows and that begins like this. */
function shownIn(path: string, start: string): string {
  const shown = fences(read(path)).find(
    ({ language, text }) => language === '' && text.startsWith(start),
  );
  return shown?.text ?? `no text that begins with ${start}`;
}

/** Each of so many commands prints exactly the text that the page shows below it. */
async function expectShown(
  run: Reader['run'],
  steps: readonly Fence[],
  { count, folder = '.' }: { count: number; folder?: string },
): Promise<void> {
  const kinds = steps.map(({ language }) => language);
  expect(kinds).toEqual(Array.from({ length: count }, () => ['sh', 'text']).flat());
  for (let i = 0; i < steps.length; i += 2)
    expect(await run(`set +e\n${steps[i]?.text}true`, folder)).toBe(steps[i + 1]?.text);
}

/** The texts that are not files. */
function textsOf(blocks: readonly Fence[]): string[] {
  return blocks.flatMap(({ language, name, text }) =>
    language === 'text' && name === '' ? [text] : [],
  );
}

const COMMIT = 'git add . && git commit -qm x\n';
const START = "git init -q && echo 'repository: acme/shop' > confighub.yaml\n";

describe.concurrent('the first steps', () => {
  nightly('README.md: Install; docs/getting-started.md: the alias', async ({ sandbox, run }) => {
    const [install] = fencesOf('README.md', 'Install');
    const own = sandbox.path('own');
    const script = (install?.text ?? '')
      .replace("'address of this repository'", `'${ROOT}'`)
      .replace('npm install --global', `npm install --silent --prefix '${own}' --global`);
    const linked = await run(`${script}'${own}/bin/confighub-sync' --version`);
    expect(linked).toMatch(new RegExp(`^${VERSION.replaceAll('.', '\\.')}$`, 'm'));
    const [, alias] = fencesOf('docs/getting-started.md', 'What you need');
    const printed = await run(
      `mkdir 'a b' && mv confighub-sync 'a b' && cd 'a b/confighub-sync'
        shopt -s expand_aliases\n${alias?.text}eval 'confighub-sync --version'`,
    );
    expect(printed.trim()).toBe(VERSION);
  });

  const shells = representatives(['bash', 'zsh'] as const, 2);
  plain.for(shells)('README.md: Quick start, and drift, pasted into %s', async (shell, context) => {
    if (shell === 'zsh' && !HAS_ZSH) return context.skip();
    await withReader(
      async ({ run, push }) => {
        const blocks = fencesOf('README.md', 'Quick start');
        const [shown = '', ...others] = textsOf(blocks);
        expect(others).toEqual([]);
        const printed = await run(scriptOf(blocks));
        // Warnings are in the other output.
        const [warning = 'no warning'] = /^warning: .*\n/.exec(shown) ?? [];
        for (const text of [warning, shown.slice(warning.length)]) expect(printed).toContain(text);
        await run(`git commit -qam x && confighub-sync apply`, 'my-configuration');
        await push('shop.title', 'Their Shop');
        const plan = await run(`confighub-sync plan`, 'my-configuration');
        expect(plan).toContain(shownIn('docs/drift-and-deletions.md', '1 item was changed'));
      },
      { isProcess: true, shell },
    );
  });

  test('docs/drift-and-deletions.md: a refused plan is approved by its flag', async ({ run }) => {
    const declare = (count: number) =>
      `{ echo keys:; seq -f '  item%g: x' ${count}; } > config/items.yaml\n`;
    const start = `mkdir config\n${START}${declare(24)}`;
    await run(`${start}${COMMIT}confighub-sync apply --yes`);
    const plan = await run(`${declare(12)}${COMMIT}confighub-sync plan || true`);
    const digestIn = (text: string) => /--approve ([0-9a-f]{32})$/m.exec(text)?.[1] ?? 'none';
    const shown = shownIn('docs/drift-and-deletions.md', 'refused share-of-deletes');
    const [digest, example] = [plan, shown].map(digestIn) as [string, string];
    expect(plan.replaceAll(digest, example)).toContain(shown);
    const approve = fencesOf('docs/drift-and-deletions.md', 'Approvals').find(
      ({ language }) => language === 'sh',
    );
    const [command = ''] = approve?.text.split('\n') ?? [];
    expect(command).toContain(example);
    expect(await run(command.replace(example, digest))).toContain('Applied and verified: ');
  });

  test('docs/getting-started.md: from scratch, and without its variable', async ({ run }) => {
    const blocks = fencesOf('docs/getting-started.md', 'A project from scratch');
    const shown = textsOf(blocks);
    expect(shown).toHaveLength(2);
    const printed = await run(scriptOf(blocks));
    for (const text of shown) expect(printed).toContain(text);
    const failed = await run(`confighub-sync apply --yes || true`, 'shop-configuration');
    expect(failed).toContain(shownIn('docs/messages.md', 'config/web.yaml'));
  });

  test('docs/everyday.md, docs/environments.md: who gets what', async ({ sandbox, run, push }) => {
    const got = fencesOf('docs/everyday.md', 'See what an application gets');
    const compared = fencesOf('docs/environments.md', 'Compare two environments');
    const files = got.slice(0, 2);
    expect(compared.slice(0, 2)).toEqual(files);
    sandbox.write('shown/.keep', '');
    await run(`${scriptOf(files)}git init --quiet\n`, 'shown');
    const apply = `${COMMIT}DB_PASSWORD=made-up confighub-sync apply --yes`;
    expect(await run(apply, 'shown')).toContain('Applied and verified');
    await push('db.pool.size', '99');
    await expectShown(run, [...got.slice(2), ...compared.slice(2)], { count: 4, folder: 'shown' });
  });

  test('docs/promote.md', async ({ run }) => {
    const titles = ['Promote', 'Remove an override of Production', 'To every environment'];
    const blocks = titles.flatMap((title) => fencesOf('docs/promote.md', title));
    const files = blocks.filter(({ name }) => name !== '');
    await run(`${scriptOf(files)}git init --quiet\n${COMMIT}`);
    const steps = blocks.filter(({ name }) => name === '');
    await expectShown(run, steps, { count: 3 });
  });

  test('docs/stages.md', async ({ run }) => {
    await run('mkdir stages');
    const page = (title: string) => run(scriptOf(fencesOf('docs/stages.md', title)), 'stages');
    const begun = await page('Two stages from scratch');
    expect(begun).toMatch(/^Production: .*\n\n {2}~ pool\.size +Production;\* +"10" → "30"/m);
    expect(begun).toMatch(/^\d.* Staging +Pool of 30 /m);
    const only = /^(?!.*Staging {2})[\s\S]*^Production {2}applied and verified: 1 updated\n/m;
    expect(await page('A hotfix')).toMatch(only);
    const rolledBack = await page('Roll back one stage');
    expect(rolledBack).toMatch(only);
    expect(rolledBack).toContain('"25" → "30"');
    const tried = await page('Try a value for every environment in Staging');
    expect(tried).toContain(
      'This stage also makes 1 deletion of `Staging` that had to wait, with the token of this stage',
    );
    expect(tried.trim()).toMatch(/\nProduction {2}applied and verified: 1 updated, 1 deleted$/);
    const left = await run('confighub-sync show pool.size && confighub-sync plan', 'stages');
    expect(left).toMatch(/^ {2}\*;\* +"40"/m);
    expect(left).not.toMatch(/^ {2}[-+~]/m);
  });

  nightly(
    'docs/adopt.md: a server; docs/everyday.md: drift',
    async ({ sandbox, server, run, push }) => {
      const steps = (page: string, title: string) =>
        fencesOf(`docs/${page}.md`, title).map(({ text }) => text);
      await push('shop.title', 'Corner Shop');
      await push('db.password', 'made-up');
      const imported = steps('adopt', 'Import from a server')
        .join('')
        .replace(/^export CONFIGHUB_TOKEN=.*$/m, '')
        .replace('https://config.example.com', `${server.url} --yes`)
        .replace(/'what the server holds'/, 'made-up');
      expect(await run(imported)).toMatch(/\nNo changes\.\n$/);

      const [rollOut = ''] = steps('getting-started', 'Roll it out');
      const origin = 'address of an empty repository on your Git host';
      const folder = 'imported-configuration';
      const recorded = await run(
        `export DB_PASSWORD=made-up\n${rollOut.replace(origin, sandbox.bare())}`,
        folder,
      );
      const refs = /refs\/confighub-sync\/.*\/acme\/shop\/confighub\.yaml\/applied$/gm;
      expect(recorded.match(refs)).toHaveLength(1);

      await push('shop.title', 'Their Shop');
      const [drift = ''] = steps('everyday', 'Accept a change made on the server');
      const edited = await run(drift.replace('--only drift', '--only drift --yes'), folder);
      expect(edited).toMatch(/^\+.*Their Shop/m);
    },
  );

  nightly('docs/adopt.md: 86 files, most of them on a server', async ({ sandbox, send, run }) => {
    const files = serviceFolder();
    expect(Object.keys(files)).toHaveLength(86);
    for (const [path, text] of Object.entries(files)) sandbox.write(`services/${path}`, text);
    await send(servicesOnServer());
    const [, , ...blocks] = fencesOf('docs/adopt.md', 'Start from files', /^### /m);
    await run('git init --quiet -b main', 'services');
    const secrets = Object.entries(passwordsOnServer()).map(([name, text]) => `${name}=${text}\n`);
    let printed = '';
    for (const { language, text } of blocks) {
      if (language === 'sh') {
        // The first try is to fail.
        printed = await run(`set +e\n${text}true`, 'services');
        if (text.includes('.env.example .env')) sandbox.write('services/.env', secrets.join(''));
      } else if (language === 'text') {
        for (const line of text.trim().split('\n')) expect(printed).toContain(line);
      }
    }
    expect(printed).toMatch(/\nNo changes\.\n$/);
  });

  test('docs/adopt.md: one Spring application, with profiles', async ({ sandbox, run }) => {
    sandbox.write('src/main/resources/application.yml', 'host: a\npool: 1\n');
    sandbox.write('src/main/resources/application-prod.properties', 'host=b\n');
    const start = fencesOf('docs/adopt.md', 'Start from files');
    const init = start.find(
      ({ language, text }) => language === 'sh' && text.includes('application-{'),
    );
    const lines = start.find(({ name }) => name === 'confighub.yaml');
    sandbox.write('confighub.yaml', `repository: acme/orders\n${lines?.text}`);
    const shown = await run('confighub-sync show --context "orders;prod"');
    expect(shown).toMatch(/host +"b" +orders;prod/);
    expect(shown).toMatch(/pool +"1" +orders;\*/);
    const begun = await run(`rm confighub.yaml\n${init?.text.replace('orders', 'shop')}`);
    expect(begun).toContain('Wrote confighub.yaml');
  });

  test('docs/adopt.md: who wins, in files as those of Spring', async ({ sandbox, run }) => {
    sandbox.write('config/application.yml', 'host: a\npool: 1\n');
    sandbox.write('config/application-prod.yml', 'host: b\n');
    sandbox.write('config/customers.yml', 'host: c\n');
    const project = `repository: acme/shop
levels: [Environment, Application]
elements: { application: "*" }
sources:
  - config/application-{Environment}.yml
  - { path: "config/{Application}.yml", exclude: config/application-*.yml }
`;
    sandbox.write('confighub.yaml', project);
    const [show, text] = fencesOf('docs/adopt.md', 'Who wins');
    expect(await run(show?.text ?? '')).toContain(text?.text);
  });

  nightly('docs/environments.md, and docs/everyday.md: undo', async ({ sandbox, run }) => {
    const step = (title: string) => fencesOf('docs/environments.md', title);
    const page = (title: string) => run(scriptOf(step(title)));
    sandbox.write('.env', 'DB_PASSWORD=one\n');
    sandbox.write('.gitignore', '.env\n');
    const document =
      'keys:\n  db.host: { values: { "*": a, Production;*: b } }\n  db.pool.size: { vdt: Integer, value: 10 }\n  db.password: { value: { env: DB_PASSWORD } }\n';
    sandbox.write('config/a.yaml', document);
    const apply = 'confighub-sync apply --yes --env-file .env\n';
    await run(`${START}${COMMIT}${apply}`);
    const shown = await run(scriptOf(fencesOf('docs/everyday.md', 'Change a value')));
    expect(shown).toContain('config/a.yaml:3');

    await page('Add an environment');
    const refused = await run(`${COMMIT}confighub-sync plan --env-file .env || true`);
    expect(refused).toContain('refused context-new');
    const allowed = step('Add an environment').at(-1)?.text ?? '';
    await run(`cat >> confighub.yaml <<'END'\n${allowed}END\n${COMMIT}${apply}`);

    const [copy, compare] = step('Add an environment like another');
    expect(await run(copy?.text ?? '')).toBe('config/staging.yaml:1:context: Staging;*\n');
    await run(`sed -i 's/Staging]/Staging, Testing]/' confighub.yaml\n${COMMIT}`);
    const added = await run('confighub-sync plan --env-file .env');
    expect(added).toContain('An apply permanently creates the element `Testing` of Environment.\n');
    expect(added).toMatch(/\+ db\.host +Testing;\* +"db\.staging\.internal"/);
    await run(apply);
    expect(await run(compare?.text ?? '')).toContain('nothing differs between Testing;* and');

    const promoted = await page('Promote');
    expect(promoted).toMatch(/^ {2}~ db\.host +Production;\* +"b" → "db\.staging\.internal"/m);

    const remove = scriptOf(step('Remove an environment'));
    expect(await run(`set +e\nexport DB_PASSWORD=one\n${remove}`)).toMatch(
      /- db\.host +Staging;\* .*\n.*\n\nPlan: 0 to create, 0 to update, 1 to delete\.\n$/,
    );
    await run(`${COMMIT}${apply}`);
    const [look, revert] = fencesOf('docs/everyday.md', 'Undo');
    const told = await run(look?.text ?? '');
    const [, command = ''] =
      /^To undo the newest apply, run this and apply again: (.*)$/m.exec(told) ?? [];
    expect(told).toContain(`to undo this apply, run this and apply again: ${command}\n`);
    const undone = await run(`export DB_PASSWORD=one\n${revert?.text}`);
    expect(undone).toMatch(/\+ db\.host +Staging;\*/);
    await run(`git reset -q --hard HEAD~1\n${command}`);
    expect(await run('cat config/staging.yaml')).toContain('db.staging.internal');
  });

  nightly('docs/concepts.md: the story', async ({ run }) => {
    const story = scriptOf(fencesOf('docs/concepts.md', 'From a file to the server'));
    expect(await run(`${START}${story}`)).toMatch(
      /^ {2}Production;Billing +"db-billing\.prod\.internal"/m,
    );
    const apply = `${COMMIT}confighub-sync apply --yes\n`;
    const plan = await run(`${apply}sed -i /Billing/d config/shop.yaml && confighub-sync plan`);
    expect(plan).toMatch(/- db\.host +Production;Billing .*\n +falls back to "db\.prod\.internal"/);
  });

  // They encrypt nothing, and otherwise do what the page says of them.
  const NOT_INSTALLED = {
    'age-keygen': '[ "$1" = -o ] && echo key > "$2" || cat "$2"\n',
    sops: `case $1 in
encrypt) cp "$6" "$5" ;;
set) sed -i "s/^DB_PASSWORD=.*/DB_PASSWORD=$(echo "$4" | tr -d '"')/" "$2" ;;
exec-env) set -a; . "$PWD/$2"; exec sh -c "$3" ;;
esac
`,
  };

  plain.runIf(IS_NIGHTLY).for(shells)(
    'docs/secrets.md: to a workflow, rotation, and SOPS, in %s',
    async (shell, { skip }) => {
      if (shell === 'zsh' && !HAS_ZSH) return skip();
      await withReader(
        async ({ sandbox, run }) => {
          const page = (title: string) => fencesOf('docs/secrets.md', title);
          const begin = page('From an empty folder to an applied secret');
          const printed = await run(scriptOf(begin));
          const [shown = 'nothing', ...others] = textsOf(begin);
          expect(others).toEqual([]);
          const names = 'CONFIGHUB_TOKEN, DB_PASSWORD, DB_PASSWORD_PRODUCTION';
          for (const text of [shown, 'Applied and verified: 2 created.', names])
            expect(printed).toContain(text);
          expect(printed).not.toContain('made-up');

          const secrets = 'DB_PASSWORD=rotated\nDB_PASSWORD_PRODUCTION=also-made-up\n';
          sandbox.write('shop-secrets/.env', secrets);
          const rotated = await run(scriptOf(page('Rotate a secret')), 'shop-secrets');
          // By the plan, and by the apply.
          expect(rotated.match(/\(secret, updated\)/g)).toHaveLength(2);

          for (const [name, text] of Object.entries(NOT_INSTALLED))
            sandbox.write(`bin/${name}`, `#!/bin/sh\n${text}`);
          await run('chmod +x bin/*');
          const path = `export HOME='${sandbox.path('home')}' PATH="${sandbox.path('bin')}:$PATH"\n`;
          const encrypted = await run(`${path}${COMMIT}${scriptOf(page('SOPS'))}`, 'shop-secrets');
          expect(encrypted).toContain('No changes.');
          expect(encrypted.match(/^Applied and verified: 1 updated/gm)).toHaveLength(1);
          expect(encrypted).toContain('1 file changed');
        },
        { isProcess: shell === 'zsh', shell },
      );
    },
  );

  const HAS_GIT_CRYPT = spawnSync('git-crypt', ['--version']).status === 0;
  test.runIf(HAS_GIT_CRYPT)('docs/secrets.md: git-crypt, locked and unlocked', async ({ run }) => {
    const file = 'mkdir secrets && echo harmless > secrets/mail-api.txt\n';
    const page = scriptOf(fencesOf('docs/secrets.md', 'git-crypt'));
    const start = `${START}git-crypt init\n${page}${file}${COMMIT}`;
    const plan = await run(`${start}confighub-sync plan`);
    expect(plan).toMatch(/\+ mail\.api +\*;\* +\(secret, created\)/);
    const locked = await run('git clone -q . locked && cd locked && confighub-sync plan || true');
    expect(locked).toContain('error git-filter: ');
  });

  nightly(
    'docs/other-ci.md: its shell, and that of Jenkins and Azure',
    async ({ sandbox, run }) => {
      const textsIn = (title: string) =>
        fencesOf('docs/other-ci.md', title).map(({ text }) => text);
      const [script] = fencesOf('docs/other-ci.md', 'The script');
      const [, plan = '', apply = ''] = textsIn('The script');
      const [approve = ''] = textsIn('Approve a refused plan');
      const [jenkins = ''] = textsIn('Jenkins');
      const [azure = ''] = textsIn('Azure Pipelines');
      const ofJenkins = found(jenkins, /\bsh '(.*)'$/gm);
      const steps: { script?: string }[] = parse(azure).steps;
      const ofAzure = steps.flatMap(({ script: text }) => text ?? []);
      const plans = [plan, ofJenkins.slice(0, 2).join('\n'), ofAzure[0] ?? ''];
      const applies = [approve, ofJenkins[2] ?? '', ofAzure[1] ?? ''];

      const origin = sandbox.bare();
      const first = `git init -q -b main && git remote add origin '${origin}'
      echo 'repository: acme/shop' > confighub.yaml && printf 'keys:\\n  a: one\\n' > config/a.yaml
      ${COMMIT}git push -q origin main\n`;
      const fetched = Object.entries(clonedTool(sandbox)).map(
        ([name, text]) => `${name}='${text}'`,
      );
      const variables = `export ${fetched.join(' ')}
      export CHANGE_TARGET=main SYSTEM_PULLREQUEST_TARGETBRANCH=refs/heads/main\n`;
      const job = (text: string) => run(`${variables}${text}`, 'shop');
      const isApplied = /^Applied and verified: /m;
      sandbox.write('shop/config/.keep', '');
      const begun = await job(`${scriptOf(script === undefined ? [] : [script])}${first}${apply}`);
      expect(begun).toMatch(isApplied);
      expect(refNamesIn(origin)).toHaveLength(1);

      // The branch lacks what others merged meanwhile.
      const branch = `git checkout -qb other && echo '  b: two' >> config/a.yaml && git commit -qam x
      git push -q origin HEAD:main && git checkout -q main
      printf 'keys:\\n  a: three\\n' > config/a.yaml && git commit -qam x\n`;
      await run(branch, 'shop');
      for (const text of plans) {
        const printed = await job(`set +e\n${text}`);
        expect(printed).toMatch(/~ a +\*;\* +"one" → "three"/);
        expect(printed).not.toMatch(/^ +- b /m);
      }

      for (const [index, text] of applies.entries()) {
        const change = `git reset -q --hard && git clean -qfd && git checkout -qB main origin/main
        printf 'repository: acme/shop\\nlimits: { maxUpdates: 0 }\\n' > confighub.yaml
        printf 'keys:\\n  a: v${index}\\n  b: two\\n' > config/a.yaml
        ${COMMIT}git push -q origin main\n`;
        const refused = await job(
          `${change}{ APPROVE='' ; export APPROVE ; ${text.trimEnd()} ; } || true`,
        );
        const [, digest = 'none'] = /--approve ([0-9a-f]{32})$/m.exec(refused) ?? [];
        expect(await job(`export APPROVE=${digest}\n${text}`)).toMatch(isApplied);
      }
    },
  );

  test('docs/tokens.md: check a token', async ({ run }) => {
    const [check] = fencesOf('docs/tokens.md', 'Check a token');
    const [, command = ''] = check?.text.split('\n') ?? [];
    expect(await run(`${START}${command}`)).toContain('acme/shop');
  });

  nightly('docs/everyday.md: a key is renamed in three steps', async ({ sandbox, run }) => {
    sandbox.write('config/mail.yaml', 'keys:\n  mail.host: mail.internal\n');
    const applied = `${COMMIT}confighub-sync apply --yes`;
    await run(`${START}${applied}`);
    const blocks = fencesOf('docs/everyday.md', 'Rename a key');
    expect(blocks).toHaveLength(9);
    for (let i = 0; i < blocks.length; i += 3) {
      const printed = await run(scriptOf(blocks.slice(i, i + 2)));
      expect(printed).toContain(blocks[i + 2]?.text);
      expect(await run(applied)).toContain('Applied and verified');
    }
  });
});
