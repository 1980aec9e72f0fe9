// Changes that the kinds of plans are made of.
import { fileChange, keyChange, placeAt, valueChange } from '../helpers/plans.ts';

export const updates = [
  valueChange({
    key: 'checkout.timeout',
    before: '30',
    after: '45',
    vdt: 'Integer',
    place: placeAt(4),
  }),
  keyChange({
    key: 'pool.size',
    before: { vdt: 'Text', readme: 'old' },
    after: { vdt: 'Integer', readme: 'Connections | per `node`' },
    place: placeAt(8),
  }),
  valueChange({ key: 'pool.size', context: 'Test;*', after: '5', place: placeAt(9) }),
  valueChange({
    key: 'pool.size',
    context: 'Prod;*',
    before: '50',
    after: '80',
    place: placeAt(10),
  }),
  valueChange({ key: 'shop.title', before: null, after: 'null', place: placeAt(14) }),
];
const NGINX = `server {
  listen 80;
  client_max_body_size 1m;
  location / {
    proxy_pass http://app;
  }
}
`;
export const files = [
  fileChange({ path: 'motd.txt', after: 'Welcome\n', place: placeAt(20) }),
  fileChange({
    path: 'nginx.conf',
    context: 'Prod;*',
    before: NGINX,
    after: NGINX.replace('80', '8080').replace('1m', '10m'),
    place: placeAt(22),
  }),
  fileChange({
    path: 'nginx.conf',
    context: 'Test;*',
    before: 'old\n',
    after: 'new\n',
    place: placeAt(22),
  }),
  fileChange({
    path: 'README.md',
    before: '# Shop\n\n```sh\nmake\n```\n',
    after: '# Shop\n\n````sh\nmake all\n````\n@octocat closes #1\n',
    place: placeAt(23),
  }),
];
export const deletions = [
  valueChange({ key: 'legacy.flag', context: 'Prod;*', before: 'on', removedFrom: placeAt(31) }),
  keyChange({ key: 'legacy.url', action: 'delete', values: 2 }),
  valueChange({
    key: 'legacy.url',
    context: 'Test;*',
    before: 'http://www.old.example',
    removedFrom: placeAt(33),
  }),
  valueChange({
    key: 'legacy.url',
    context: 'Prod;*',
    before: 'ops@old.example',
    removedFrom: placeAt(34),
  }),
  fileChange({ path: 'old/motd.txt', before: 'one\ntwo\n', removedFrom: placeAt(40) }),
];
export const LINES = Array.from({ length: 40 }, (_, i) => `line ${i}`);
export const many = Array.from({ length: 3000 }, (_, i) =>
  valueChange({
    key: `feature.${String(i).padStart(4, '0')}.enabled`,
    ...(i % 100 === 0 ? { before: 'on' } : { before: 'off', after: 'on' }),
    place: placeAt(i + 1),
  }),
);
