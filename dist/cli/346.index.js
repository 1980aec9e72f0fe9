export const id = 346;
export const ids = [346];
export const modules = {

/***/ 1346:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  demo: () => (/* binding */ demo)
});

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:readline"
var external_node_readline_ = __webpack_require__(481);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
;// CONCATENATED MODULE: ./lib/demo-stage.js
// [edge] What the demo is played on: a folder that is gone afterwards, an embedded server, and commands that are shown.







const IDENTITY = ['user.name=Demo', 'user.email=demo@example.com', 'init.defaultBranch=main'];
const SERVE = 'serve --repository acme/shop --levels Environment,Application --port 0 --json'.split(' ');
/** Output of more lines is shown by its beginning and its end. */
const MOST_LINES = 18;
const [HEAD, TAIL] = [8, 4];
/** Whatever happens, the folder and the server are gone afterwards. */
async function withStage(out, use) {
    const script = (0,external_node_fs_.realpathSync)(process.argv[1] ?? '');
    const examples = (0,external_node_path_.join)((0,external_node_path_.dirname)(script), '../../examples');
    if (!(0,external_node_fs_.existsSync)(examples))
        throw failed('The folder examples/ is missing beside dist/.');
    const temporary = (0,external_node_fs_.realpathSync)((0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'confighub-sync-demo-')));
    const folder = (0,external_node_path_.join)(temporary, 'shop');
    (0,external_node_fs_.cpSync)((0,external_node_path_.join)(examples, 'shop'), folder, { recursive: true });
    let server;
    try {
        out(`confighub-sync stands for: node ${script}\nThe folder goes away at the end.\n\n`);
        out(`$ cp -r ${(0,external_node_path_.join)(examples, 'shop')} ${folder}; cd ${folder}\n$ confighub-sync ${SERVE.join(' ')} &\n`);
        server = (0,external_node_child_process_.spawn)(process.execPath, [script, ...SERVE], {
            cwd: temporary,
            stdio: ['ignore', 'pipe', 'inherit'],
        });
        const target = await targetOf(server);
        for (const [name, value] of Object.entries(target))
            out(`$ export ${name}=${value}\n`);
        const patch = (0,external_node_path_.join)(examples, 'shop-change.patch');
        await use({ patch, ...actions({ out, script, folder, target }) });
    }
    finally {
        await stop(server);
        (0,external_node_fs_.rmSync)(temporary, { recursive: true, force: true });
    }
}
function actions({ out, script, folder, target }) {
    const env = { ...ownEnvironment(), ...target };
    let last = [];
    const show = async (command, args) => {
        const lines = (await run({ command, args, folder, env })).split('\n');
        out(abridged(lines, last).join('\n'));
        last = lines;
    };
    /** A line apart from what was printed before. */
    const prompt = (line) => out(`${last.length > 1 ? '\n' : ''}$ ${line}\n`);
    return {
        heading: (text) => {
            out(`\n# ${text}\n`);
            last = [];
        },
        sync: async (...args) => {
            prompt(`confighub-sync ${args.join(' ')}`);
            await show(process.execPath, [script, ...args]);
        },
        git: async (...args) => {
            prompt(`git ${args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg)).join(' ')}`);
            await show('git', [...IDENTITY.flatMap((setting) => ['-c', setting]), ...args]);
        },
        post: async (path, body) => {
            const json = JSON.stringify(body);
            out(`POST ${target.CONFIGHUB_URL}${path}\n${json}\n`);
            await send(target, { path, json });
        },
    };
}
/** Without the reader's own target, and without a repository or settings of Git that are not the demo's. */
function ownEnvironment() {
    const own = Object.entries(process.env).filter(([name]) => !/^(?:CONFIGHUB|GIT)_/.test(name));
    return { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: external_node_os_.devNull, GIT_CONFIG_NOSYSTEM: '1' };
}
/** What it prints. */
async function run({ command, args, folder, env }) {
    const child = (0,external_node_child_process_.spawn)(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
            output += text;
        });
    }
    const [status] = await (0,external_node_events_.once)(child, 'close').catch((error) => {
        throw failed(`${command} could not be started: ${error.code}.`);
    });
    if (status !== 0)
        throw failed(`\`${command} ${args.join(' ')}\` ended with status ${status}: ${output}`);
    return output;
}
/** Without what the command before has just shown, and without the middle of what is long. */
function abridged(lines, last) {
    const differs = lines.findIndex((line, i) => line !== last[i]);
    if (differs > HEAD / 2)
        return ['    … the same plan …', ...lines.slice(differs)];
    if (lines.length <= MOST_LINES)
        return [...lines];
    const left = lines.length - HEAD - TAIL;
    return [...lines.slice(0, HEAD), `    … ${left} more lines …`, ...lines.slice(-TAIL)];
}
async function send(target, { path, json }) {
    const headers = { 'Client-Token': target.CONFIGHUB_TOKEN, 'Content-Type': 'application/json' };
    const { status } = await fetch(`${target.CONFIGHUB_URL}${path}`, { method: 'POST', headers, body: json });
    if (status !== 200)
        throw failed(`The server answered ${status}.`);
}
async function targetOf(server) {
    if (server.stdout === null)
        throw failed('The embedded server has no output.');
    const lines = (0,external_node_readline_.createInterface)(server.stdout);
    const [line] = await Promise.race([(0,external_node_events_.once)(lines, 'line'), (0,external_node_events_.once)(server, 'exit').then(() => [''])]);
    if (line === '')
        throw failed('The embedded server did not start.');
    const { url, repositories } = JSON.parse(String(line));
    return { CONFIGHUB_URL: String(url), CONFIGHUB_TOKEN: String(repositories[0].tokens.default) };
}
async function stop(server) {
    if (server === undefined || server.exitCode !== null)
        return;
    const gone = (0,external_node_events_.once)(server, 'exit');
    server.kill('SIGTERM');
    await gone;
}
function failed(message) {
    return new errors/* CommandError */.Q({ code: 'demo-failed', message });
}

;// CONCATENATED MODULE: ./lib/demo.js
// demo: the whole way of a change, told with real commands; and a change that others made, taken into the files.


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
async function demo(out) {
    await withStage(out, async (stage) => {
        await first(stage);
        await change(stage);
        await drift(stage);
    });
    return errors/* EXIT */.d.done;
}
async function first(stage) {
    stage.heading('1. The server is empty: everything that the files declare is created.');
    await stage.git('init', '--quiet', '.');
    await stage.git('add', '.');
    await stage.git('commit', '--quiet', '--message', 'The shop');
    await stage.sync('apply');
}
async function change(stage) {
    stage.heading('2. A change in Git: a new key, an update, and a key, a value and a file that are gone.');
    await stage.git('apply', '--index', stage.patch);
    await stage.git('commit', '--quiet', '--message', 'Gift cards instead of the wishlist');
    await stage.sync('plan');
    await stage.sync('apply');
}
async function drift(stage) {
    stage.heading('3. Somebody changes a value on the server, without Git. A plan says so, and an apply leaves it alone.');
    await stage.post('/rest/push', BEHIND);
    await stage.sync('plan');
    stage.heading('4. It is taken into the files: one line of one document.');
    await stage.sync('import', '--only', 'drift', '--yes');
    await stage.git('diff', '--unified=0');
    await stage.git('commit', '--quiet', '--all', '--message', 'Larger pages');
    await stage.sync('plan');
}


/***/ })

};
