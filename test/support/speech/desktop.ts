import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Program } from '../build/program';
import { spokenTexts } from './hear';

/** Time that the voice takes for a character, in ms. */
export const TIME_PER_CHARACTER = 40;

/** The configuration of speech-dispatcher: a voice that writes each text as a line of a file. */
const configuration = (log: string) => ({
  'speechd.conf': `
    AudioOutputMethod alsa
    AudioALSADevice null
    AddModule voice sd_generic voice.conf
    DefaultModule voice
  `,
  // The delimiter occurs in no text: a text must not be spoken in parts.
  'modules/voice.conf': `
    GenericExecuteSynth "text='$DATA'; echo \\"$text\\" >> ${log}; sleep $((\${#text} * ${TIME_PER_CHARACTER}))e-3"
    GenericMaxChunkLength 100000
    GenericDelimiters ~
    GenericLanguage en en utf-8
    AddVoice en MALE1 none
  `,
});

/**
 * A window manager and a screen reader on the display of this process: the file to which the voice
 * writes what it says, and the process id of the screen reader.
 */
export type Desktop = Awaited<ReturnType<typeof startDesktop>>;

/** Starts the desktop for this process and its browsers. @throws Error if a part fails */
export async function startDesktop() {
  const folder = mkdtempSync(path.join(tmpdir(), 'speech-'));
  const [log, bus, speech] = ['speech.log', 'bus', 'speechd'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  // Not the user's own settings, sockets and buses.
  Object.assign(process.env, {
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`,
    SPEECHD_ADDRESS: `unix_socket:${speech}`,
    // Without this variable, Firefox does not look for a screen reader.
    GNOME_ACCESSIBILITY: '1',
  });
  mkdirSync(path.join(folder, 'modules'));
  for (const [name, text] of Object.entries({ ...configuration(log), 'speech.log': '' }))
    writeFileSync(path.join(folder, name), text);
  const running: Program[] = [];
  const start = async (command: string, args: string[], isReady: () => boolean) => {
    const program = new Program(command, args, { folder, isReady });
    running.push(program);
    await program.up();
    return program;
  };
  const address = `--address=${process.env.DBUS_SESSION_BUS_ADDRESS ?? ''}`;
  await start('dbus-daemon', ['--session', '--nofork', address], () => existsSync(bus));
  await start('openbox', [], () => true);
  const options = ['-s', '-t', '0', '-C', folder, '-S', speech, '-L', folder];
  await start('speech-dispatcher', options, () => existsSync(speech));
  // Browsers build no accessibility tree without a screen reader.
  for (const name of ['IsEnabled', 'ScreenReaderEnabled']) setAccessibility(name);
  const reader = await start('orca', [], () => spokenTexts(log).length > 0);
  const stop = async () => {
    for (const program of running.toReversed()) await program.down('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { log, reader: reader.pid ?? 0, stop };
}

/** Sets a property of the accessibility bus, which the session bus starts when it is called. */
function setAccessibility(name: string): void {
  const target = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'];
  const set = ['org.freedesktop.DBus.Properties.Set', 'string:org.a11y.Status'];
  execFileSync('dbus-send', [...target, ...set, `string:${name}`, 'variant:boolean:true']);
}
