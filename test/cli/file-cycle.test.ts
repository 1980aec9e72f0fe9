// A file that would embed itself: the server rejects the whole push, and the error says why.
import { expect, test } from 'vitest';
import { withShop } from '../helpers/process.ts';
import { exported } from '../helpers/server.ts';

const shop = (title: string, page: string) =>
  `keys:\n  part: { vdt: FileEmbed, value: page.html }\n  title: ${title}\nfiles:\n  page.html: { "*;*": { content: "${page}" } }\n`;

test('is refused by the server, nothing of the push is applied, and the reason is explained', async () => {
  const files = {
    'confighub.yaml': 'levels: [Environment, Application]\n',
    'config/shop.yaml': shop('Shop', 'plain'),
  };
  await withShop(files, async ({ desk, server }) => {
    desk.commit('Open the shop');
    expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
    const before = await exported(server);
    desk.commit('Embed the page in itself', { 'config/shop.yaml': shop('New Shop', '${part}') });
    const { status, stderr } = await desk.cli(['apply']);
    expect(stderr).toContain('Circular reference found among files');
    expect(stderr).toContain('A file embeds itself through its keys: break the cycle.');
    expect(status).toBe(1);
    expect(await exported(server)).toEqual(before);
  });
});
