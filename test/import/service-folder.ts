// A folder as teams have it before they use confighub-sync: 8 services in 3 environments, in three formats.

const SERVICES = 'billing catalog checkout identity mail orders search shipping'.split(' ');
const ENVIRONMENTS = { test: 'Test', staging: 'Staging', prod: 'Production' };

/** 86 files by path. In each environment, `search` declares one key in two of its files. */
export function serviceFolder(): Record<string, string> {
  const files: Record<string, string> = {
    'README.md': '# Services\n',
    'deploy/owners.txt': 'billing: ada\n',
    'deploy/billing/common.properties': 'http.timeout=30\nlog.level=INFO\n',
    'deploy/orders/common.properties': 'http.timeout=60\nlog.level=INFO\n',
  };
  for (const [i, service] of SERVICES.entries()) {
    for (const environment of Object.keys(ENVIRONMENTS)) {
      const folder = `deploy/${service}/${environment}`;
      files[`${folder}/application.properties`] =
        `# ${service}\nserver.port=${8080 + i}\ndb.host=${service}.db.${environment}.internal\ndb.pool.size=${10 + i}\n`;
      files[`${folder}/service.env`] =
        `LOG_LEVEL=${environment === 'prod' ? 'WARN' : 'DEBUG'}\nREGION=eu-${i % 3}\n`;
      files[`${folder}/features.yaml`] =
        `feature:\n  newCheckout: ${environment !== 'prod'}\n  limits:\n    perMinute: ${100 * (i + 1)}\n${service === 'search' ? 'db:\n  host: other.internal\n' : ''}`;
    }
  }
  for (const service of SERVICES.slice(0, 5)) {
    files[`deploy/${service}/dashboard.json`] = `{"title":"${service}"}\n`;
    files[`deploy/${service}/NOTES.md`] = `Notes of ${service}.\n`;
  }
  return files;
}

/** What the server has already: most of it, with a password for each service and environment, as the body of a push. */
export function servicesOnServer(): object {
  const entries = new Map<string, { context: string; value: string }[]>();
  const add = (key: string, context: string, value: string) =>
    entries.set(key, [...(entries.get(key) ?? []), { context, value }]);
  for (const [i, service] of SERVICES.entries()) {
    for (const [environment, element] of Object.entries(ENVIRONMENTS)) {
      const context = `${element};${service}`;
      add('server.port', context, `${8080 + i}`);
      add('db.host', context, `${service}.db.${environment}.internal`);
      add('db.password', context, `pw-${service}-${environment}`);
      if (service !== 'search') add('db.pool.size', context, `${10 + i}`);
      add('LOG_LEVEL', context, environment === 'prod' ? 'WARN' : 'DEBUG');
    }
  }
  const data = [...entries].map(([key, values]) => ({ key, vdt: 'Text', push: true, values }));
  return { enableKeyCreation: true, data };
}

/** Those that only the server has, by the variables that an import declares. */
export function passwordsOnServer(): Record<string, string> {
  const all = SERVICES.flatMap((service) =>
    Object.entries(ENVIRONMENTS).map(([environment, element]) => [
      `DB_PASSWORD_${element}_${service}`.toUpperCase(),
      `pw-${service}-${environment}`,
    ]),
  );
  return Object.fromEntries(all);
}
