// How a report looks: light and dark, on paper and on a telephone.
//
//   "<style>" + std::string(kReportStyle) + "</style>"
//
// A constant; any thread.
#pragma once

#include <string_view>

namespace cocite::measure {

inline constexpr std::string_view kReportStyle = R"css(
:root{color-scheme:light dark;--ink:#1d2430;--soft:#667085;--line:#e3e7ee;--back:#fbfcfe;--card:#fff;--hot:#2563eb;--won:#2f9e6e;--lost:#d9534f}
@media(prefers-color-scheme:dark){:root{--ink:#e6eaf2;--soft:#97a2b6;--line:#2b3342;--back:#12161e;--card:#181e29;--hot:#6ea8ff;--won:#4cc38a;--lost:#ff7b72}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main,footer{max-width:1180px;margin:0 auto;padding:0 24px}
header{padding-top:36px}
h1{font-size:30px;line-height:1.2;margin:0 0 6px}
header p{color:var(--soft);margin:0 0 20px}
h2{font-size:20px;margin:36px 0 8px}
h3{font-size:16px;margin:24px 0 8px}
h2 span{color:var(--soft);font-weight:400}
p{max-width:76ch}
summary{cursor:pointer}
summary h2,summary h3{display:inline-block}
footer{color:var(--soft);padding:40px 24px}
.facts{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:8px 24px;color:var(--soft)}
.facts b{color:var(--ink)}
.wide{overflow-x:auto}
table{border-collapse:collapse;background:var(--card);border:1px solid var(--line);border-radius:8px;font-size:14px;margin:8px 0 16px}
th{text-align:left;font-weight:600;color:var(--soft);font-size:12px;vertical-align:bottom}
th,td{padding:6px 12px;border-bottom:1px solid var(--line)}
tr:last-child td{border-bottom:0}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.m{font-weight:600;white-space:nowrap}
td small{display:block;color:var(--soft);font-size:11px}
.best{color:var(--hot);font-weight:700}
.faint{opacity:.55}
.bar{background:linear-gradient(to right,color-mix(in srgb,var(--lost) 35%,transparent) var(--share),transparent var(--share));min-width:120px}
figure{margin:12px 0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px}
figcaption{color:var(--soft);font-size:13px;margin-top:6px}
svg{max-width:100%;height:auto;font:12px system-ui,sans-serif;fill:currentColor}
.charts{display:flex;flex-direction:column}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:12px}
.grid svg{background:var(--card);border:1px solid var(--line);border-radius:8px;width:100%}
.rule{stroke:var(--line)}
.zero{stroke:var(--soft)}
.leader{stroke:currentColor;opacity:.35}
.axis{fill:var(--soft)}
.head{font-weight:600}
.end{text-anchor:end}
.mid,.cell{text-anchor:middle}
.cell{fill:var(--ink)}
.light{fill:#fff}
.heat{fill:var(--hot)}
.won{fill:var(--won)}
.lost{fill:var(--lost)}
.line{fill:none;stroke:currentColor;stroke-width:1.6}
.first .line{stroke-width:3.2}
.first .name{font-weight:700}
.interval{stroke:currentColor;stroke-width:3;opacity:.45}
.point{opacity:.45}
.s0{color:var(--hot)}.s1{color:#e0762f}.s2{color:#1f9d78}.s3{color:#c2408f}.s4{color:#b58a00}.s5{color:#4aa3d8}.s6{color:#7c5cd6}
.s7{color:#d14343}.s8{color:#6b7f2a}.s9{color:#1c8f9e}.s10{color:#a0653a}.s11{color:#8a94a6}.s12{color:#d48fb5}
@media print{details{display:block}summary{list-style:none}}
)css";

}  // namespace cocite::measure
