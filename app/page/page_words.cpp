// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/page/page_words.h"

#include "app/tongue/say.h"

namespace warplens::page {
namespace {

using tongue::marked;

/// What page.js says: each text there stands here, and what the data name in English.
constexpr const char* texts[] = {
    marked("last request: "),
    marked("warp {0}"),
    marked("line {0}"),
    marked("Shared memory banks"),
    marked("No request to shared memory yet."),
    marked("{0} lanes"),
    marked("lane {0}"),
    marked("{0}, bank {1}, wavefront {2}"),
    marked("{0}, bank {1}"),
    marked("wavefront before"),
    marked("Play the wavefronts"),
    marked("next wavefront"),
    marked("all {0} wavefronts"),
    marked("A column is a bank, a row is a wavefront, a number in a cell is the lane that it serves."),
    marked("A column is a bank, a number in a cell is the lane that it serves; which wavefront brings which is not "
           "known."),
    marked("Violet: one word for several lanes."),
    marked("Banks and lanes as text"),
    marked("Bank"),
    marked("What it does"),
    marked("Lane"),
    marked("Global memory"),
    marked("No request to global memory yet."),
    marked("lanes"),
    marked("sector at {0}"),
    marked("A box with a frame is a sector of 32 bytes that moves; what is filled in it are bytes that lanes want."),
    marked("A box with a frame is a sector of 32 bytes that moves; what is filled in it are bytes that lanes write."),
    marked("This GPU moves some of these sectors more than once."),
    marked("sectors: {0} (ideal {1}), lines: {2}"),
    marked("transactions: {0}, bytes moved: {1} (ideal {2})"),
    marked("Sectors and lanes as text"),
    marked("Row"),
    marked("Line"),
    marked("Sector"),
    marked("shared"),
    marked("lane {0}: {1}, row {2}, column {3}"),
    marked("shared memory"),
    marked("global memory"),
    marked("now"),
    marked("last"),
    marked("not by this request"),
    marked("Filled: touched of late; pale: touched before; empty: not yet. Frames: the elements of the request. A "
           "green frame is what this block computes."),
    marked("Tiles"),
    marked("Arrays as text"),
    marked("Array"),
    marked("Where"),
    marked("Rows"),
    marked("Columns"),
    marked("Elements that the lanes touch"),
    marked("Warp"),
    marked("This block touches no memory."),
    marked("Warp {0}, lane by lane"),
    marked("the line that is executed: "),
    marked("beside the lines: {0}, this block"),
    marked("Source"),
    marked("Values as a table"),
    marked("Series"),
    marked("Stage"),
    marked("In words"),
    marked("Counts of this block so far, modelled"),
    marked("of this block, up to here"),
    marked("count"),
    marked("ideal"),
    marked("unit"),
    marked("The window shows more here, which a page does not: {0}."),
    marked("Question"),
    marked("A column is a bank, a row is a wavefront."),
    marked("counted: {0}"),
    marked("your answer: {0}"),
    marked("A box is a sector of 32 bytes that moves; what is filled in it are bytes that lanes ask for, the rest "
           "moves for nothing."),
    marked("What is so, as counted"),
    marked("Right: {0}. {1}"),
    marked("No. {0} It is {1}: {2}"),
    marked("Step {0} of {1}"),
    marked("Figures: {0}."),
    marked("Terms"),
    marked("Dark or light"),
    marked("{0}, written by {1}. Pictures and counts of blocks are modelled."),
    marked("Keys: → or Page Down goes on, ← or Page Up goes back, Home, End; Tab goes to a picture, ↑ and ↓ walk "
           "through what is in it; numbers answer; P plays the wavefronts."),
    marked("Steps"),
    marked("Back"),
    marked("Next"),
    marked("wavefront {0} of {1}"),
    marked("step {0} of {1}"),
    marked("lane"),
    marked("element"),
    marked("bank"),
    marked("wavefront"),
    marked("sector"),
    marked("value"),
    marked("requests to global memory"),
    marked("requests"),
    marked("sectors of global memory"),
    marked("bytes of global memory moved"),
    marked("bytes"),
    marked("sectors"),
    marked("requests to shared memory"),
    marked("wavefronts of shared memory"),
    marked("wavefronts"),
    marked("arrivals at a barrier"),
    marked("arrivals"),
    marked("left out"),
    marked("later"),
    marked("waits"),
    marked("at the barrier"),
    marked("ended"),
    marked("no thread"),
    marked("per request"),
    marked("excess"),
};

} // namespace

nlohmann::ordered_json pageWords() {
    nlohmann::ordered_json words = nlohmann::ordered_json::object();
    for (const char* each : texts)
        if (std::string told = tongue::translated(each); told != each)
            words[each] = std::move(told);
    return words;
}

} // namespace warplens::page
