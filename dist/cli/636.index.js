export const id = 636;
export const ids = [636];
export const modules = {

/***/ 4636:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   demo: () => (/* binding */ demo)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_events__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8474);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6760);
/* harmony import */ var node_readline__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(481);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(452);
// [edge] demo: the whole way of a change, with real commands against the embedded server, in a folder that is gone afterwards.







const IDENTITY = [
    '-c',
    'user.name=Demo',
    '-c',
    'user.email=demo@example.com',
    '-c',
    'init.defaultBranch=main',
];
const SERVE = [
    'serve',
    '--repository',
    'acme/shop',
    '--levels',
    'Environment,Application',
    '--port',
    '0',
    '--json',
];
/** Throws where a step does not end as it should. */
async function demo(out) {
    const script = (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.realpathSync)(process.argv[1] ?? '');
    const examples = (0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)((0,node_path__WEBPACK_IMPORTED_MODULE_4__.dirname)(script), '../../examples');
    if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_2__.existsSync)(examples))
        throw failed('The folder examples/ is missing beside dist/.');
    const temporary = (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.realpathSync)((0,node_fs__WEBPACK_IMPORTED_MODULE_2__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_3__.tmpdir)(), 'confighub-sync-demo-')));
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(temporary, 'shop');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.cpSync)((0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(examples, 'shop'), folder, { recursive: true });
    out(`A copy of examples/shop lies in ${folder} and goes away at the end.\n`);
    out(`Below, confighub-sync stands for: node ${script}\n\n`);
    let server;
    try {
        server = startServer(script, temporary);
        const env = { ...ownEnvironment(), ...(await addressOf(server, out)) };
        await tell({ out, script, folder, env }, (0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(examples, 'shop-change.patch'));
        return _errors_js__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done;
    }
    finally {
        await stop(server);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.rmSync)(temporary, { recursive: true, force: true });
    }
}
async function tell(story, patch) {
    const { out } = story;
    out(`$ cd ${story.folder}\n`);
    await git(story, ['init', '--quiet', '.']);
    await git(story, ['add', '.']);
    await git(story, ['commit', '--quiet', '--message', 'The shop']);
    heading(out, 'The server is empty: everything is to be created.');
    await sync(story, 'plan');
    await sync(story, 'apply');
    heading(out, 'A change in Git: an update, a new key, and a key, a value and a file that are gone.');
    await git(story, ['apply', '--index', patch]);
    await git(story, ['commit', '--quiet', '--message', 'Gift cards instead of the wishlist']);
    await sync(story, 'plan');
    await sync(story, 'apply');
    heading(out, 'The server is what the files declare.');
    await sync(story, 'plan');
}
/** Without the reader's own target, and without a repository or settings of Git that are not the demo's. */
function ownEnvironment() {
    const own = Object.entries(process.env).filter(([name]) => !/^(?:CONFIGHUB|GIT)_/.test(name));
    return { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: node_os__WEBPACK_IMPORTED_MODULE_3__.devNull, GIT_CONFIG_NOSYSTEM: '1' };
}
function heading(out, text) {
    out(`\n# ${text}\n`);
}
async function sync(story, command) {
    story.out(`\n$ confighub-sync ${command}\n`);
    await run(story, { command: process.execPath, args: [story.script, command] });
}
async function git(story, args) {
    story.out(`$ git ${args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg)).join(' ')}\n`);
    await run(story, { command: 'git', args: [...IDENTITY, ...args] });
}
async function run({ out, folder, env }, { command, args }) {
    const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
            output += text;
        });
    }
    const [status] = await (0,node_events__WEBPACK_IMPORTED_MODULE_1__.once)(child, 'close').catch((error) => {
        throw failed(`${command} could not be started: ${error.code}.`);
    });
    out(abridged(output));
    if (status !== 0)
        throw failed(`\`${command} ${args.join(' ')}\` ended with status ${status}.`);
}
/** Long output in brief: what to expect is seen from its beginning and its end. */
function abridged(output) {
    const lines = output.split('\n');
    if (lines.length <= 24)
        return output;
    const left = lines.length - 16;
    return [...lines.slice(0, 12), `    … ${left} more lines, left out here …`, ...lines.slice(-4)].join('\n');
}
function startServer(script, cwd) {
    return (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(process.execPath, [script, ...SERVE], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
}
async function addressOf(server, out) {
    if (server.stdout === null)
        throw failed('The embedded server has no output.');
    out(`$ confighub-sync ${SERVE.join(' ')} &\n`);
    const lines = (0,node_readline__WEBPACK_IMPORTED_MODULE_5__.createInterface)(server.stdout);
    const [line] = await Promise.race([(0,node_events__WEBPACK_IMPORTED_MODULE_1__.once)(lines, 'line'), (0,node_events__WEBPACK_IMPORTED_MODULE_1__.once)(server, 'exit').then(() => [''])]);
    if (line === '')
        throw failed('The embedded server did not start.');
    const { url, repositories } = JSON.parse(String(line));
    const variables = { CONFIGHUB_URL: String(url), CONFIGHUB_TOKEN: String(repositories[0].tokens.default) };
    out(`${line}\n${Object.entries(variables)
        .map(([name, value]) => `$ export ${name}=${value}\n`)
        .join('')}`);
    return variables;
}
async function stop(server) {
    if (server === undefined || server.exitCode !== null)
        return;
    const gone = (0,node_events__WEBPACK_IMPORTED_MODULE_1__.once)(server, 'exit');
    server.kill('SIGTERM');
    await gone;
}
function failed(message) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_6__/* .CommandError */ .Q({ code: 'demo-failed', message });
}


/***/ })

};
