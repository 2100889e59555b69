import { chromium } from '@playwright/test';
import { startProvider } from '/work/main/test/provider/provider';
import { serveApp } from '/work/main/test/support/serveApp';
const n = Number(process.argv[2]); const mode = process.argv[3];
const provider = await startProvider();
const c = provider.customerFor('+994501234567');
for (let i = 0; i < n; i++) (provider as any).store(c.id, { text: 'Mesaj ' + i + ' salam dünya necəsən bu gün', timestamp: new Date(1.7e12+i*60000).toISOString() });
const app = await serveApp(process.argv[4] ?? '/tmp/distprof', provider.url);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium' });
const ctx = await b.newContext({ viewport: { width: 1280, height: 720 } }); const page = await ctx.newPage();
await page.addInitScript((t) => localStorage.setItem('token', t), provider.tokenFor('+994501234567'));
const cdp = await ctx.newCDPSession(page);
let release = () => {}; const gate = new Promise<void>((r) => { release = r; });
if (mode === 'history') await page.route('**/messages/*', async (route) => { await gate; await route.continue(); });
page.on('console', (m) => console.log('C', m.text())); page.on('pageerror', (e) => console.log('E', e.message)); await page.goto(app.url + '/chat'); await page.waitForTimeout(1500);
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 100 }); 
const start = async () => { await cdp.send('Profiler.start'); };
if (mode === 'live') for (let i = 0; i < 10; i++) { (provider as any).operator.send(c.id, { text: 'yeni ' + i }); await page.waitForTimeout(300); }
console.log(await page.locator('[role=article]').count()); await start();
if (mode === 'history') { release(); await page.waitForTimeout(1500); }
else for (let i = 0; i < 30; i++) { (provider as any).operator.send(c.id, { text: 'yenix ' + i }); await page.waitForTimeout(400); }
const { profile } = await cdp.send('Profiler.stop'); const self = new Map<string, number>(); const total = new Map<string, number>(); const dt = profile.timeDeltas!; const byId = new Map(profile.nodes.map((x) => [x.id, x])); const parent = new Map<number, number>(); profile.nodes.forEach((x) => x.children?.forEach((k) => parent.set(k, x.id)));
const name = (nd: any) => nd.callFrame.functionName + ' ' + nd.callFrame.url.split('/').pop() + ':' + nd.callFrame.lineNumber;
profile.samples!.forEach((id, i) => { const nd = byId.get(id)!; const k = name(nd); self.set(k, (self.get(k) ?? 0) + dt[i]); const seen = new Set<string>(); for (let x: number | undefined = id; x !== undefined; x = parent.get(x)) { const kk = name(byId.get(x)!); if (!seen.has(kk)) { seen.add(kk); total.set(kk, (total.get(kk) ?? 0) + dt[i]); } } });
const show = (m: Map<string, number>, k: number) => console.log([...m].sort((a, b) => b[1] - a[1]).slice(0, k).map(([k, v]) => (v / 1000).toFixed(1) + ' ' + k).join('\n'));
console.log('SELF'); show(self, 25); console.log('TOTAL'); show(total, 60);
await b.close(); await app.stop(); await provider.stop();
