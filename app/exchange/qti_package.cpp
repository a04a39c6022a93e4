// SPDX-License-Identifier: GPL-3.0-or-later
// IMS Question and Test Interoperability 2.1 (Final, 2012): assessmentItem, assessmentTest; IMS Content Packaging 1.1.
#include "app/exchange/markup_text.h"
#include "app/exchange/question_packages.h"
#include "app/lessons/judging.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::exchange {
namespace {

using lessons::Form;
using lessons::Question;

constexpr const char* head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr const char* qti = "http://www.imsglobal.org/xsd/imsqti_v2p1";
constexpr const char* qtiSchema = "http://www.imsglobal.org/xsd/imsqti_v2p1 "
                                  "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd";

std::string root(std::string_view name, std::string_view more) {
    return fmt::format("{}<{} xmlns=\"{}\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                       "xsi:schemaLocation=\"{}\" {}>\n",
                       head, name, qti, qtiSchema, more);
}

std::string choiceName(size_t choice) {
    return fmt::format("c{}", choice + 1);
}

std::string values(const lessons::Answer& answer) {
    std::string text;
    for (const size_t each : answer)
        text += fmt::format("      <value>{}</value>\n", choiceName(each));
    return text;
}

/// SCORE is 1 or 0, FEEDBACK what is to be said: of a single choice the choice itself, else "right", a typical mistake or
/// "wrong".
std::string processing(const Question& question) {
    std::string text = "  <responseProcessing>\n    <responseCondition>\n      <responseIf>\n"
                       "        <match><variable identifier=\"RESPONSE\"/><correct identifier=\"RESPONSE\"/></match>\n"
                       "        <setOutcomeValue identifier=\"SCORE\"><baseValue baseType=\"float\">1</baseValue>"
                       "</setOutcomeValue>\n";
    const auto say = [](std::string_view what) {
        return fmt::format("        <setOutcomeValue identifier=\"FEEDBACK\"><baseValue baseType=\"identifier\">{}"
                           "</baseValue></setOutcomeValue>\n",
                           what);
    };
    const bool single = question.form == Form::Choose;
    text += (single ? std::string() : say("right")) + "      </responseIf>\n";
    const bool ordered = question.form == Form::Order;
    for (size_t i = 0; i < question.mistakes.size(); ++i) {
        std::string given;
        for (const size_t each : question.mistakes[i].answer)
            given += fmt::format("<baseValue baseType=\"identifier\">{}</baseValue>", choiceName(each));
        text += fmt::format("      <responseElseIf>\n        <match><variable identifier=\"RESPONSE\"/>"
                            "<{0}>{1}</{0}></match>\n{2}      </responseElseIf>\n",
                            ordered ? "ordered" : "multiple", given, say(fmt::format("mistake{}", i + 1)));
    }
    if (!single)
        text += "      <responseElse>\n" + say("wrong") + "      </responseElse>\n";
    text += "    </responseCondition>\n";
    if (single)
        text += "    <setOutcomeValue identifier=\"FEEDBACK\"><variable identifier=\"RESPONSE\"/></setOutcomeValue>\n";
    return text + "  </responseProcessing>\n";
}

std::string feedback(std::string_view name, const std::string& text) {
    return fmt::format("  <modalFeedback outcomeIdentifier=\"FEEDBACK\" identifier=\"{}\" showHide=\"show\">{}"
                       "</modalFeedback>\n",
                       name, escapedMarkup(text));
}

std::string feedbacks(const Question& question) {
    std::string text;
    if (question.form == Form::Choose) {
        for (size_t i = 0; i < question.choices.size(); ++i)
            text += feedback(choiceName(i), question.choices[i].why);
        return text;
    }
    const std::string key = keyTold(question);
    text = feedback("right", question.because) + feedback("wrong", key);
    for (size_t i = 0; i < question.mistakes.size(); ++i)
        text += feedback(fmt::format("mistake{}", i + 1), question.mistakes[i].why + " " + key);
    return text;
}

std::string body(const Question& question) {
    std::string text = "  <itemBody>\n";
    if (!question.code.empty())
        text += fmt::format("    <pre>{}</pre>\n", escapedMarkup(question.code));
    for (const std::string& detail : question.details)
        text += fmt::format("    <p>{}</p>\n", escapedMarkup(detail));
    const bool ordered = question.form == Form::Order;
    const char* interaction = ordered ? "orderInteraction" : "choiceInteraction";
    text += fmt::format("    <{} responseIdentifier=\"RESPONSE\" shuffle=\"false\"{}>\n      <prompt>{}</prompt>\n",
                        interaction,
                        ordered                       ? ""
                        : question.form == Form::Mark ? " maxChoices=\"0\""
                                                      : " maxChoices=\"1\"",
                        escapedMarkup(question.text));
    for (size_t i = 0; i < question.choices.size(); ++i)
        text += fmt::format("      <simpleChoice identifier=\"{}\">{}</simpleChoice>\n", choiceName(i),
                            escapedMarkup(question.choices[i].text));
    return text + fmt::format("    </{}>\n  </itemBody>\n", interaction);
}

std::string item(const Question& question, const std::string& name, const std::string& title,
                 const std::string& language) {
    const char* cardinality = question.form == Form::Choose ? "single"
                              : question.form == Form::Mark ? "multiple"
                                                            : "ordered";
    return root("assessmentItem", fmt::format("identifier=\"{}\" title=\"{}\" adaptive=\"false\" "
                                              "timeDependent=\"false\" xml:lang=\"{}\" toolName=\"Warplens\"",
                                              name, escapedMarkup(title), language)) +
           fmt::format("  <responseDeclaration identifier=\"RESPONSE\" cardinality=\"{}\" baseType=\"identifier\">\n"
                       "    <correctResponse>\n{}    </correctResponse>\n  </responseDeclaration>\n",
                       cardinality, values(lessons::keyOf(question))) +
           "  <outcomeDeclaration identifier=\"SCORE\" cardinality=\"single\" baseType=\"float\">\n"
           "    <defaultValue><value>0</value></defaultValue>\n  </outcomeDeclaration>\n"
           "  <outcomeDeclaration identifier=\"FEEDBACK\" cardinality=\"single\" baseType=\"identifier\"/>\n" +
           body(question) + processing(question) + feedbacks(question) + "</assessmentItem>\n";
}

std::string nameOf(size_t question) {
    return fmt::format("question{:03}", question + 1);
}

std::string assessment(const Pack& pack) {
    std::string text =
        root("assessmentTest", fmt::format("identifier=\"warplens\" title=\"{}\"", escapedMarkup(pack.title)));
    text += "  <testPart identifier=\"part\" navigationMode=\"nonlinear\" submissionMode=\"individual\">\n"
            "    <assessmentSection identifier=\"section\" title=\"" +
            escapedMarkup(pack.title) + "\" visible=\"true\">\n";
    for (size_t i = 0; i < pack.questions.size(); ++i)
        text += fmt::format("      <assessmentItemRef identifier=\"{0}\" href=\"items/{0}.xml\"/>\n", nameOf(i));
    return text + "    </assessmentSection>\n  </testPart>\n</assessmentTest>\n";
}

std::string manifest(const Pack& pack) {
    std::string text = fmt::format(
        "{}<manifest xmlns=\"http://www.imsglobal.org/xsd/imscp_v1p1\" "
        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
        "xsi:schemaLocation=\"http://www.imsglobal.org/xsd/imscp_v1p1 http://www.imsglobal.org/xsd/imscp_v1p2.xsd\" "
        "identifier=\"warplens-manifest\">\n  <metadata>\n    <schema>QTIv2.1 Package</schema>\n"
        "    <schemaversion>1.0.0</schemaversion>\n  </metadata>\n  <organizations/>\n  <resources>\n"
        "    <resource identifier=\"assessment\" type=\"imsqti_test_xmlv2p1\" href=\"assessment.xml\">\n"
        "      <file href=\"assessment.xml\"/>\n",
        head);
    for (size_t i = 0; i < pack.questions.size(); ++i)
        text += fmt::format("      <dependency identifierref=\"{}\"/>\n", nameOf(i));
    text += "    </resource>\n";
    for (size_t i = 0; i < pack.questions.size(); ++i)
        text += fmt::format("    <resource identifier=\"{0}\" type=\"imsqti_item_xmlv2p1\" href=\"items/{0}.xml\">\n"
                            "      <file href=\"items/{0}.xml\"/>\n    </resource>\n",
                            nameOf(i));
    return text + "  </resources>\n</manifest>\n";
}

} // namespace

ZipParts qtiPackage(const Pack& pack) {
    ZipParts parts{{"imsmanifest.xml", manifest(pack)}, {"assessment.xml", assessment(pack)}};
    for (size_t i = 0; i < pack.questions.size(); ++i)
        parts.emplace_back(
            "items/" + nameOf(i) + ".xml",
            item(pack.questions[i], nameOf(i), fmt::format("{} · {}", pack.title, i + 1), pack.language));
    return parts;
}

} // namespace warplens::exchange
