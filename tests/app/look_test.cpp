// SPDX-License-Identifier: GPL-3.0-or-later
// That the colours can be told apart: on the pane, by contrast; from each other, also by the colour-blind.
#include "app/paint/look.h"
#include "app/views/view.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

using namespace warplens::app;

namespace {

using Rgb = std::array<double, 3>;
using Matrix = std::array<Rgb, 3>;

// Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), table
// 1, severity 1.0, for linear RGB.
const Matrix protanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
const Matrix deuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
const Matrix tritanopia{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

Rgb linear(const QColor& c) {
    const auto channel = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return {channel(c.redF()), channel(c.greenF()), channel(c.blueF())};
}

Rgb times(const Matrix& m, const Rgb& v) {
    Rgb out{};
    for (size_t row = 0; row < 3; ++row)
        for (size_t i = 0; i < 3; ++i)
            out[row] += m[row][i] * v[i];
    return out;
}

// CIE 1976 L*a*b* of linear sRGB, D65.
Rgb lab(Rgb rgb) {
    for (double& v : rgb)
        v = std::min(1.0, std::max(0.0, v));
    const Matrix toXyz{
        {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    const Rgb xyz = times(toXyz, rgb);
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double difference(const Rgb& a, const Rgb& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

struct Named {
    const char* name;
    Palette palette;
};
const Named palettes[] = {{"dark", darkPalette()},
                          {"light", lightPalette()},
                          {"high contrast, dark", highContrastDarkPalette()},
                          {"high contrast, light", highContrastLightPalette()}};

} // namespace

TEST(Look, WhatIsDrawnStandsOutFromThePane) {
    for (const auto& [name, p] : palettes) {
        for (const QColor& colour : {p.a, p.b, p.good, p.conflict, p.merged, p.cursor, p.secondary, p.accent})
            EXPECT_GE(contrast(colour, p.pane), 3.0) << name << ' ' << colour.name().toStdString();
        EXPECT_GE(contrast(p.text, p.pane), 7.0) << name;
        EXPECT_GE(contrast(p.secondary, p.pane), 4.5) << name << ": small words are written in it";
        EXPECT_GE(contrast(p.text, p.selection), 4.5) << name;
    }
}

// WCAG 2.1, level AA. What pictures paint is measured where it stands by painted_test; this is what labels and lists are made of.
TEST(Look, TextStandsOutFromWhatIsBehindIt) {
    for (const auto& [name, p] : palettes) {
        for (const QColor& behind : {p.pane, p.control})
            for (const QColor& text : {p.text, p.secondary, p.conflict, p.good, p.accent})
                EXPECT_GE(contrast(text, behind), 4.5)
                    << name << ' ' << text.name().toStdString() << " on " << behind.name().toStdString();
        for (const QColor& text : {p.text, p.secondary})
            EXPECT_GE(contrast(text, p.background), 4.5) << name << ' ' << text.name().toStdString();
        EXPECT_GE(contrast(p.onColour, p.accent), 4.5) << name << ": a button that is to be pressed";
        for (const Tone tone :
             {Tone::Plain, Tone::Bad, Tone::Good, Tone::Merged, Tone::ArrayA, Tone::ArrayB, Tone::Result}) {
            const QColor ink = inkOf(toneColour(p, tone), p);
            EXPECT_GE(contrast(ink, p.pane), 4.5) << name << ' ' << ink.name().toStdString();
        }
        // What can be read already stays the colour that it is.
        EXPECT_EQ(inkOf(p.text, p), p.text);
    }
    EXPECT_EQ(inkOf(darkPalette().b, darkPalette()), darkPalette().b);
    EXPECT_NE(inkOf(lightPalette().b, lightPalette()), lightPalette().b);
}

// Colours that lie beside each other in one picture. Two shades that differ by 10 in L*a*b* are told apart at a glance.
TEST(Look, ColoursAreToldApartByTheColourBlindToo) {
    const std::pair<const char*, Matrix> eyes[] = {{"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
                                                   {"protanopia", protanopia},
                                                   {"deuteranopia", deuteranopia},
                                                   {"tritanopia", tritanopia}};
    for (const auto& [name, p] : palettes) {
        const std::pair<QColor, QColor> pairs[] = {
            {p.a, p.b},        {p.a, p.good},      {p.b, p.good},          {p.good, p.conflict},
            {p.a, p.conflict}, {p.b, p.conflict},  {p.merged, p.conflict}, {p.merged, p.good},
            {p.a, p.merged},   {p.a, p.untouched}, {p.b, p.untouched},     {p.conflict, p.untouched}};
        for (const auto& [eye, matrix] : eyes)
            for (const auto& [one, other] : pairs)
                EXPECT_GE(difference(lab(times(matrix, linear(one))), lab(times(matrix, linear(other)))), 10.0)
                    << name << ", " << eye << ": " << one.name().toStdString() << " and " << other.name().toStdString();
    }
}

TEST(Look, NumbersAreGroupedByThinSpaces) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(39976960), QString::fromUtf8("39\u2009976\u2009960"));
}

TEST(Look, PowersAreSmallAndHigh) {
    EXPECT_EQ(superscript(28), QString::fromUtf8("²⁸"));
    EXPECT_EQ(superscript(-10), QString::fromUtf8("⁻¹⁰"));
}

TEST(Look, HighContrastIsHigh) {
    for (const Palette& p : {highContrastDarkPalette(), highContrastLightPalette()}) {
        EXPECT_GE(contrast(p.text, p.pane), 15.0);
        EXPECT_GE(contrast(p.secondary, p.pane), 10.0);
        EXPECT_GE(contrast(p.line, p.pane), 4.5);
        EXPECT_GE(contrast(p.text, p.selection), 7.0);
        for (const QColor& colour : {p.a, p.b, p.good, p.conflict, p.merged, p.cursor, p.accent})
            EXPECT_GE(contrast(colour, p.pane), 5.0) << colour.name().toStdString();
    }
}
