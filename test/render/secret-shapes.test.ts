// Lines with a secret in the shapes of well-known configuration files are masked, and what only looks like one stays readable.
import { describe, expect, test } from 'vitest';
import { isSecretText } from '../../src/model/secrets.ts';
import { secretLines } from '../../src/semantics/secret-lines.ts';

/** The lines that may be shown. */
function shown(text: string): string {
  const lines = isSecretText('a', text) ? 'all' : secretLines(text);
  if (lines === 'all') return '';
  return lines
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

/** No `HIDDEN` in them may be seen; each is another one, because copies of one are masked. */
const SHAPES: Record<string, string> = {
  'Spring, application.yml':
    'spring:\n  datasource:\n    username: shop\n    password: HIDDEN\n  data.redis.url: redis://:HIDDEN@cache:6379\n',
  'Django, settings.py':
    "SECRET_KEY = 'django-insecure-HIDDEN'\nDATABASES = {\n    'default': {\n        'USER': 'shop',\n        'PASSWORD': 'HIDDEN',\n    }\n}\n",
  'Rails, database.yml and an initializer':
    "production:\n  adapter: postgresql\n  password: HIDDEN\nsecret_key_base: HIDDEN\n# config.secret_key = 'HIDDEN'\n",
  'nginx, a proxy':
    'location / {\n  proxy_set_header X-Api-Key HIDDEN;\n  fastcgi_param DB_PASSWORD "HIDDEN";\n  set $auth_token HIDDEN;\n  secure_link_secret HIDDEN;\n  proxy_pass http://shop;\n}\n',
  'HAProxy, users and statistics':
    'userlist shop\n  user ada insecure-password HIDDEN\n  user bob groups all password HIDDEN\nlisten stats\n  stats auth ada:HIDDEN\n  stats uri /\n',
  'Kafka, server.properties':
    'sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="a" password="HIDDEN";\nssl.keystore.password=HIDDEN\n',
  'logback.xml and log4j2.xml':
    '<configuration>\n  <property name="DB_PASSWORD" value="HIDDEN"/>\n  <appender name="DB">\n    <password>HIDDEN</password>\n  </appender>\n  <JDBC userName="a" password="HIDDEN"/>\n</configuration>\n',
  'docker-compose.yml':
    'services:\n  db:\n    environment:\n      - POSTGRES_PASSWORD=HIDDEN\n  cache:\n    command: redis-server --requirepass HIDDEN --port 6379\n  more:\n    command: ["redis-server", "--masterauth", "HIDDEN"]\n',
  'redis.conf': 'port 6379\nrequirepass HIDDEN\nmasterauth HIDDEN\nmaxclients 100\n',
  'Helm, values.yaml':
    'postgresql:\n  auth:\n    rootPassword: HIDDEN\n    replicationPassword: "HIDDEN"\n  primary:\n    extraEnvVars:\n      - name: API_TOKEN\n        value: HIDDEN\n',
  '.npmrc':
    '//registry.npmjs.org/:_authToken=HIDDEN\n//npm.example.com/:_password="HIDDEN"\nalways-auth=true\n',
  '.pypirc': '[pypi]\nusername = __token__\npassword = pypi-HIDDEN\n',
  '.netrc, in any order':
    'machine a.example.com\n  login ada\n  password HIDDEN\nmachine b password HIDDEN login ada\n',
};

const HARMLESS: Record<string, string> = {
  Spring:
    'spring.datasource.password=${DB_PASSWORD}\nserver.ssl.key-store-type=PKCS12\nmax_password_length: 20\n',
  Django:
    "AUTH_PASSWORD_VALIDATORS = [\n    {'NAME': 'django.contrib.auth.password_validation.MinimumLengthValidator'},\n]\nPASSWORD_HASHERS = ['x.PBKDF2PasswordHasher']\n",
  Rails:
    'production:\n  password: <%= ENV["DB_PASSWORD"] %>\n# config.filter_parameters += [:password, :token]\n',
  nginx:
    'ssl_password_file /etc/nginx/pw;\nauth_request_set $auth_cookie $upstream_http_set_cookie;\nproxy_pass http://a;\n',
  HAProxy:
    'acl has_token req.hdr(Authorization) -m found\n# the password of a user is hashed\nstats auth-realm x\n',
  Kafka:
    'password.encoder.iterations=4096\ndelegation.token.max.lifetime.ms=604800000\ntoken_bucket_size=10\n',
  logback: '<pattern>%d %level token=%X{token} %msg%n</pattern>\n',
  'docker-compose':
    'environment:\n  POSTGRES_PASSWORD_FILE: /run/secrets/db\n  DB_PASSWORD: ${DB_PASSWORD:?not set}\n',
  'redis.conf': '# requirepass foobared would set a password\nprotected-mode yes\n',
  Helm: 'ingress:\n  tls:\n    - secretName: shop-tls\ntokenTtl: 3600\npassword: {{ .Values.password }}\n',
  '.npmrc': '//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n',
  '.pypirc and .netrc':
    '[pypi]\nusername = __token__\n# machine and login, the password is in the keychain\n',
};

describe('a secret in a file of', () => {
  test.for(Object.entries(SHAPES))('%s is masked', ([, text]) => {
    let count = 0;
    const masked = shown(text.replaceAll('HIDDEN', () => `hunter${count++}xyz`));
    expect({ masked, isShown: /hunter\dxyz/.test(masked) }).toEqual({ masked, isShown: false });
  });
});

describe('what is no secret in a file of', () => {
  test.for(Object.entries(HARMLESS))('%s stays readable', ([, text]) =>
    expect(shown(text)).toBe(text),
  );
});
