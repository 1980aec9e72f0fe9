// A repository with configuration files of its own is adopted: init takes their paths, one apply, and the plan is empty.
import { describe, expect, test } from 'vitest';
import { withShop } from '../helpers/process.ts';

/** Five applications with `.properties` for each environment, and `.env` files beside them: 40 files. */
function generated(): Record<string, string> {
  const files: Record<string, string> = {};
  const environments = ['dev', 'test', 'staging', 'prod'];
  for (let app = 0; app < 5; app++) {
    for (const [i, environment] of environments.entries()) {
      files[`apps/app${app}/application-${environment}.properties`] =
        `# of app ${app}\ndb.host=db${i}.example.com\ndb.port = 54${app}${i}\nfeature.on : ${i % 2 === 0}\nspecial=a\\\n  b\\u00e9\n`;
      files[`deploy/app${app}/${environment}.env`] =
        `# of app ${app}\nexport APP_URL="https://app${app}.example.com/${environment}"\nRETRIES=${i}\nMULTI='x\ny'\n`;
    }
  }
  return files;
}

/** The shape of a Spring Boot repository. */
const SPRING: Record<string, string> = {
  'src/main/resources/application.yml': `spring:
  application: { name: orders }
  datasource:
    url: jdbc:postgresql://localhost/orders
    hikari: { maximum-pool-size: 10 }
server:
  port: 8080
management:
  endpoints:
    web:
      exposure: { include: [health, info] }
`,
  'src/main/resources/application-staging.yml':
    'spring:\n  datasource:\n    url: jdbc:postgresql://staging/orders\n',
  'src/main/resources/application-production.yml':
    'spring:\n  datasource:\n    url: jdbc:postgresql://prod/orders\nserver:\n  port: 80\n',
  'src/main/java/App.java': 'class App {}\n',
  'pom.xml': '<project/>\n',
};

describe.concurrent('init with existing files as sources', () => {
  test.for([
    [
      '40 generated files',
      generated(),
      [
        'apps/{Application}/application-{Environment}.properties',
        'deploy/{Application}/{Environment}.env',
      ],
      140,
    ],
    [
      'a Spring Boot repository',
      SPRING,
      ['src/main/resources/application.yml', 'src/main/resources/application-{Environment}.yml'],
      5,
    ],
  ] as const)(
    '%s: one apply, and the plan is empty',
    { timeout: 120_000 },
    async ([, files, paths, atLeast]) => {
      await withShop(files, async ({ desk, server }) => {
        const env = { CONFIGHUB_URL: undefined, CONFIGHUB_REPOSITORY: undefined };
        desk.commit('As it was');
        const target = [
          '--url',
          server.url,
          '--repository',
          'acme/shop',
          '--levels',
          'Environment,Application',
        ];
        const begun = await desk.cli(
          ['init', ...paths.flatMap((path) => ['--source', path]), ...target],
          { env },
        );
        expect(begun).toMatchObject({ status: 0 });
        expect(begun.stdout).toContain(
          `${Object.keys(files).filter((path) => /(?:properties|env|yml)$/.test(path)).length} files with `,
        );
        desk.commit('Adopt');
        const applied = await desk.cli(['apply', '--yes'], { env });
        expect(applied.output).toContain('Applied and verified: ');
        const created = Number(/Plan: (\d+) to create/.exec(applied.stdout)?.[1]);
        expect(created).toBeGreaterThanOrEqual(atLeast);
        expect((await desk.cli(['plan'], { env })).stdout).toContain('No changes.');
      });
    },
  );
});
