export const id = 164;
export const ids = [164];
export const modules = {

/***/ 426:
/***/ (function(__unused_webpack_module, exports, __webpack_require__) {


var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", ({ value: true }));
exports.symbols = exports.isTTY = void 0;
const node_tty_1 = __importDefault(__webpack_require__(7066));
const node_process_1 = __importDefault(__webpack_require__(1708));
/**
 * This file contains code adapted from the following projects:
 *
 * 1. is-unicode-supported (https://github.com/sindresorhus/is-unicode-supported)
 * 2. cli-spinners (https://github.com/sindresorhus/cli-spinners)
 * 3. log-symbols (https://github.com/sindresorhus/log-symbols)
 *
 * All of the above projects are created by Sindre Sorhus (https://sindresorhus.com)
 * and are licensed under the MIT License.
 *
 * The full text of the MIT License can be found in the LICENSE file in this project's root directory.
 */
const isCI = node_process_1.default.env.CI ||
    node_process_1.default.env.WT_SESSION ||
    node_process_1.default.env.ConEmuTask === '{cmd::Cmder}' ||
    node_process_1.default.env.TERM_PROGRAM === 'vscode' ||
    node_process_1.default.env.TERM === 'xterm-256color' ||
    node_process_1.default.env.TERM === 'alacritty';
const isTTY = node_tty_1.default.isatty(1) && node_process_1.default.env.TERM !== 'dumb' && !('CI' in node_process_1.default.env);
exports.isTTY = isTTY;
// https://github.com/sindresorhus/is-unicode-supported
const supportUnicode = node_process_1.default.platform !== 'win32' ? node_process_1.default.env.TERM !== 'linux' : isCI;
const symbols = {
    frames: isTTY
        ? supportUnicode
            ? // https://github.com/sindresorhus/cli-spinners
                ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
            : ['-', '\\', '|', '/']
        : ['-'],
    // https://github.com/sindresorhus/log-symbols/blob/main/index.js
    tick: supportUnicode ? '✔' : '√',
    cross: supportUnicode ? '✖' : '×',
    warn: supportUnicode ? '⚠' : '!!',
    info: supportUnicode ? 'ℹ' : 'i',
};
exports.symbols = symbols;


/***/ }),

/***/ 164:
/***/ (function(__unused_webpack_module, exports, __webpack_require__) {


var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", ({ value: true }));
exports.createSpinner = createSpinner;
const picocolors_1 = __importDefault(__webpack_require__(7336));
const consts_1 = __webpack_require__(426);
function getLines(str = '', width = 80) {
    return str
        .replace(/\u001b[^m]*?m/g, '')
        .split('\n')
        .reduce((col, line) => (col += Math.max(1, Math.ceil(line.length / width))), 0);
}
function createSpinner(text = '', opts = {}) {
    let current = 0, interval = opts.interval || 50, stream = opts.stream || process.stderr, frames = opts.frames && opts.frames.length ? opts.frames : consts_1.symbols.frames, color = opts.color || 'yellow', spinning = false, lines = 0, timer = undefined, getText = (opts = {}) => typeof opts === 'string' ? opts : opts.text || text, getUpdate = (opts = {}) => typeof opts === 'string' ? false : !!opts.update, getColor = (opts = {}) => typeof opts === 'string' || !opts.color ? color : opts.color, getMark = (opts = {}, fallback) => typeof opts === 'string' || !opts.mark ? fallback : opts.mark, mountProcessEvents = () => {
        process.on('SIGINT', exit);
        process.on('SIGTERM', exit);
    }, cleanupProcessEvents = () => {
        process.off('SIGINT', exit);
        process.off('SIGTERM', exit);
    };
    let spinner = {
        reset() {
            current = 0;
            lines = 0;
            spinning = false;
            clearTimeout(timer);
            timer = undefined;
            return spinner;
        },
        clear() {
            spinner.write('\x1b[1G');
            for (let i = 0; i < lines; i++) {
                i > 0 && spinner.write('\x1b[1A');
                spinner.write('\x1b[2K\x1b[1G');
            }
            lines = 0;
            return spinner;
        },
        write(str, clear = false) {
            if (clear && consts_1.isTTY)
                spinner.clear();
            stream.write(str);
            return spinner;
        },
        render() {
            let str = `${picocolors_1.default[color](frames[current])} ${text}`;
            consts_1.isTTY ? spinner.write(`\x1b[?25l`) : (str += '\n');
            spinner.write(str, true);
            consts_1.isTTY && (lines = getLines(str, stream.columns));
            return spinner;
        },
        spin() {
            spinner.render();
            current = ++current % frames.length;
            return spinner;
        },
        update(opts) {
            if (typeof opts === 'string') {
                text = opts;
            }
            else {
                text = opts.text || text;
                frames = opts.frames && opts.frames.length ? opts.frames : frames;
                interval = opts.interval || interval;
                color = opts.color || color;
            }
            if (frames.length - 1 < current)
                current = 0;
            return spinner;
        },
        loop() {
            consts_1.isTTY && (timer = setTimeout(() => spinner.loop(), interval));
            return spinner.spin();
        },
        start(opts = {}) {
            timer && spinner.reset();
            spinning = true;
            mountProcessEvents();
            return spinner.update({ text: getText(opts), color: getColor(opts) }).loop();
        },
        stop(opts) {
            spinning = false;
            clearTimeout(timer);
            timer = undefined;
            cleanupProcessEvents();
            const update = getUpdate(opts);
            const mark = picocolors_1.default[getColor(opts)](getMark(opts, frames[current]));
            const text = getText(opts);
            spinner.write(opts ? `${mark} ${text}${update ? '' : '\n'}` : '', true);
            return consts_1.isTTY && !update ? spinner.write(`\x1b[?25h`) : spinner;
        },
        success(opts = {}) {
            return spinner.stop({
                text: getText(opts),
                mark: getMark(opts, consts_1.symbols.tick),
                color: 'green',
                update: getUpdate(opts),
            });
        },
        error(opts = {}) {
            return spinner.stop({
                text: getText(opts),
                mark: getMark(opts, consts_1.symbols.cross),
                color: 'red',
                update: getUpdate(opts),
            });
        },
        warn(opts = {}) {
            return spinner.stop({
                text: getText(opts),
                mark: getMark(opts, consts_1.symbols.warn),
                color: 'yellow',
                update: getUpdate(opts),
            });
        },
        info(opts = {}) {
            return spinner.stop({
                text: getText(opts),
                mark: getMark(opts, consts_1.symbols.info),
                color: 'blue',
                update: getUpdate(opts),
            });
        },
        isSpinning() {
            return spinning;
        },
    };
    function exit(signal) {
        if (spinning) {
            spinner.stop();
        }
        process.exit(signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1);
    }
    return spinner;
}


/***/ })

};
