// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the readers of links and sessions: what they take is written again as it was, and can be settled among the
// stages that there are, or is refused with an ExhibitError.
#include "app/engine/kernel_image.h"
#include "app/model/exhibit_text.h"
#include "app/model/session_file.h"
#include "kernels/catalogue/paths.h"
#include "tests/fuzz/scratch.h"

using namespace warplens;

namespace {

void settle(app::Sources& sources, app::Exhibit exhibit) {
    try {
        sources.settle({}, exhibit);
        sources.request(exhibit);
        sources.compared(exhibit);
    } catch (const app::ExhibitError&) {
    } catch (const engine::EngineError&) {
    } catch (const kernels::InstanceError&) {
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    app::Sources sources(catalogue);
    const std::string text = fuzz::textOf(data, size);
    for (const std::string& link : {text, "warplens:" + text})
        try {
            const app::Exhibit exhibit = app::fromLink(link);
            fuzz::demand(app::fromLink(app::toLink(exhibit)) == exhibit);
            settle(sources, exhibit);
        } catch (const app::ExhibitError&) {
        }
    try {
        app::SessionFile session = app::readSession(text);
        for (const engine::KernelFile& file : session.files)
            sources.addFile(file);
        for (const auto& [subject, draft] : session.drafts)
            sources.setDraft(subject, draft);
        settle(sources, session.shown);
        app::readSession(app::sessionText(app::sessionOf(session.shown, sources, session.bookmarks)));
    } catch (const app::ExhibitError&) {
    }
    return 0;
}
