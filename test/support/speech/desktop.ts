import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Display } from '../engines/display';
import { until } from '../time/until';
import { speechEvents } from './listener';

/** How long a program may take to start, in ms. */
const START_TIMEOUT = 60_000;

/** Replaces the user's own settings, sockets and buses. */
const ownEnvironment = (folder: string, display: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LANG: 'C.UTF-8',
  TZ: 'Asia/Baku',
  DISPLAY: display,
  HOME: folder,
  XDG_RUNTIME_DIR: path.join(folder, 'run'),
  DBUS_SESSION_BUS_ADDRESS: `unix:path=${path.join(folder, 'run/bus')}`,
  SPEECHD_ADDRESS: `unix_socket:${path.join(folder, 'run/speechd')}`,
  // Otherwise Firefox does not look for a screen reader.
  GNOME_ACCESSIBILITY: '1',
  MOZ_ENABLE_WAYLAND: '0',
});

/** Writes a configuration of speech-dispatcher with our voice alone. */
function configureVoice(folder: string, log: string): void {
  const voice = path.join(folder, 'voice');
  const tsx = require.resolve('tsx');
  const program = `exec "${process.execPath}" --import "${tsx}" "${path.join(__dirname, 'voice.ts')}"`;
  writeFileSync(voice, `#!/bin/sh\n${program} "${log}"\n`, { mode: 0o755 });
  const config = `AddModule "log" "${voice}" "none"\nDefaultModule log\n`;
  writeFileSync(path.join(folder, 'speechd.conf'), config);
}

/** A desktop with a window manager and a screen reader, but without a screen. */
export class Desktop {
  /** The file to which the voice writes what it says. */
  readonly speechLog;
  readonly env;
  /** The process id of the screen reader. */
  reader = 0;
  readonly #running: ChildProcess[] = [];

  private constructor(
    readonly display: Display,
    private readonly folder: string,
  ) {
    this.speechLog = path.join(folder, 'speech.log');
    this.env = ownEnvironment(folder, display.name);
  }

  /** Starts the desktop and waits until the screen reader speaks. @throws Error if a part fails */
  static async start(): Promise<Desktop> {
    const display = await Display.start();
    const desktop = new Desktop(display, mkdtempSync(path.join(tmpdir(), 'speech-')));
    try {
      await desktop.#startPrograms();
      return desktop;
    } catch (error) {
      await desktop.stop();
      throw error;
    }
  }

  /** Stops all programs, the last one first, and deletes their files. */
  async stop(): Promise<void> {
    for (const child of this.#running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      // With its own children: the launcher of the accessibility bus would leave the bus behind.
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await exited;
    }
    this.display.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #startPrograms(): Promise<void> {
    const has = (name: string) => existsSync(path.join(this.folder, 'run', name));
    mkdirSync(path.join(this.folder, 'run'), { mode: 0o700 });
    writeFileSync(this.speechLog, '');
    configureVoice(this.folder, this.speechLog);
    const address = `--address=${this.env.DBUS_SESSION_BUS_ADDRESS}`;
    await this.#start('dbus-daemon', ['--session', '--nofork', address], () => has('bus'));
    const launcher = '/usr/libexec/at-spi-bus-launcher';
    const hasBus = () => this.#callBus('org.a11y.Bus.GetAddress') !== '';
    await this.#start(launcher, ['--launch-immediately'], hasBus);
    const hasManager = () =>
      this.#run('xprop', '-root', '_NET_SUPPORTING_WM_CHECK').includes('window id');
    await this.#start('openbox', [], hasManager);
    const speech = [
      '-s',
      '-t',
      '0',
      '-C',
      this.folder,
      '-S',
      path.join(this.folder, 'run/speechd'),
    ];
    await this.#start('speech-dispatcher', speech, () => has('speechd'));
    // Browsers build no accessibility tree without a screen reader.
    const set = ['org.freedesktop.DBus.Properties.Set', 'string:org.a11y.Status'];
    for (const name of ['IsEnabled', 'ScreenReaderEnabled'])
      this.#callBus(...set, `string:${name}`, 'variant:boolean:true');
    const speaks = () => speechEvents(this.speechLog).length > 0;
    this.reader = await this.#start('orca', [], speaks);
  }

  /** Starts a program; its output goes to a file. @throws Error if it is not ready in time */
  async #start(command: string, args: string[], isReady: () => boolean): Promise<number> {
    const output = openSync(path.join(this.folder, `${path.basename(command)}.log`), 'a');
    const stdio: ['ignore', number, number] = ['ignore', output, output];
    const child = spawn(command, args, { env: this.env, stdio, detached: true });
    this.#running.push(child);
    if (!(await until(isReady, { timeout: START_TIMEOUT, interval: 50 })))
      throw new Error(`${command} has not started.`);
    return child.pid ?? 0;
  }

  /** Runs a program to its end. @returns its output; '' if it fails */
  #run(command: string, ...args: string[]): string {
    const { status, stdout } = spawnSync(command, args, { env: this.env, encoding: 'utf8' });
    return status === 0 ? stdout : '';
  }

  /** Calls a method of the accessibility bus. @returns its result; '' if it fails */
  #callBus(...call: string[]): string {
    const target = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'];
    return this.#run('dbus-send', ...target, ...call);
  }
}
