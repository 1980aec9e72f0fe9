// A project for `show`, with values that differ by context, secrets, and files that name keys.

export const BILLING = ['show', '--context', 'Production;Billing'];

export const PROJECT = {
  'confighub.yaml': 'version: 1\nlevels: [Environment, Application]\nallowSecrets: ["mail.*"]\n',
  'config/shop.yaml': `keys:
  db.host:
    values:
      "*": db.dev.internal
      Production;*: db.prod.internal
      Production;Billing: db-billing.prod.internal
  db.password:
    values:
      "*": local
      Production;*: { env: DB_PASSWORD }
  db.pool.size: { vdt: Integer, value: 10 }
  limits: { vdt: Map, value: { DE: 1.50, FR: 12 } }
  mail.url: "smtp://mailer:hunter2hunter2@mail.internal"
  shop.motto: "It's \\"fresh\\""
  shop.nothing: null
  shop.welcome: { vdt: Code, value: "Fresh bread\\nevery morning, and now a line that is too long for any terminal.\\n" }
  only.test: { values: { Test;*: x } }
  legacy.flag: { opp: delete }
files:
  nginx/app.conf:
    "*": { content: "server \${db.host};\\n" }
    Production;*:
      content: |
        host \${db.host}
        secret \${db.password}
        pool \${DB.POOL.SIZE} \${nobody.knows}
  robots.txt: { content: "User-agent: *\\n" }
`,
};
