// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the real window: a lecture given by one key, questions, the glossary, the next conflict.
#include "app/charts/charts_page.h"
#include "app/views/counts_view.h"
#include "app/views/veil.h"
#include "app/window/answer_picture.h"
#include "app/window/answering.h"
#include "app/window/defining.h"
#include "app/window/facts.h"
#include "app/window/glossary_sheet.h"
#include "app/window/header_bar.h"
#include "app/window/lesson_bar.h"
#include "app/window/message_bar.h"
#include "app/window/practising.h"
#include "app/window/question_page.h"
#include "app/window/speaker_window.h"
#include "app/window/teaching.h"
#include "app/window/term_picture.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_tests.h"

#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>

using namespace warplens;
using namespace warplens::app;

class LectureTest : public tests::WindowFixture {
    Q_OBJECT

    const lessons::Walk& walk() const { return m_window->teaching().walk(); }
    LessonBar* bar() const { return child<LessonBar>("lesson"); }
    QString status() const { return child<QLabel>("status")->text(); }
    bool stands() const {
        return !m_window->staging().isComputing() && !m_window->teaching().isAway() &&
               m_window->shown().at == walk().step().shown.at;
    }
    /// A picture of the window, where somebody wants to look at it.
    void keep(const QString& name) {
        const QString folder = qEnvironmentVariable("WARPLENS_LECTURE_PICTURES");
        if (folder.isEmpty())
            return;
        QDir().mkpath(folder);
        QTest::qWait(120);
        QVERIFY(m_window->grab().save(QStringLiteral("%1/%2.png").arg(folder, name)));
    }

private slots:
    void init() { openWindow(1280, 720); }
    void cleanup() { m_window.reset(); }

    void pageDownAloneGivesTheTenMinuteLecture() {
        press(Qt::Key_F11);
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks"));
        QVERIFY(bar()->isVisible());
        std::vector<size_t> seen;
        for (int presses = 0; presses < 60; ++presses) {
            EVENTUALLY(!m_window->staging().isComputing());
            const size_t at = walk().at();
            QVERIFY2(bar()->progress().contains(QStringLiteral("step %1 of %2").arg(at + 1).arg(walk().size())),
                     qPrintable(bar()->progress()));
            if (walk().isAsking()) {
                EVENTUALLY(child<QLabel>("questionText")->text().startsWith("How many"));
                QVERIFY(child<QuestionPage>("question")->isVisible());
                QVERIFY2(!bar()->caption().contains("wavefront"), "the caption would tell the answer");
                keep(QStringLiteral("question-%1").arg(at + 1));
            } else {
                if (seen.empty() || seen.back() != at)
                    seen.push_back(at);
                EVENTUALLY(stands());
                QCOMPARE(m_window->shown().subject, walk().step().shown.subject);
                QVERIFY(!child<QuestionPage>("question")->isVisible());
                // Every figure has come, and it is large enough for the last row.
                EVENTUALLY(!bar()->caption().contains(QStringLiteral("…")));
                QVERIFY(!bar()->caption().isEmpty());
                QVERIFY2(!bar()->caption().contains("(?)") && !bar()->caption().contains("(not"),
                         qPrintable(bar()->caption()));
                QVERIFY(child<QLabel>("caption")->fontInfo().pixelSize() >= 18);
                keep(QStringLiteral("step-%1").arg(at + 1));
            }
            if (at + 1 == walk().size() && !walk().isAsking())
                break;
            press(Qt::Key_PageDown);
        }
        QCOMPARE(seen.size(), walk().size());
        press(Qt::Key_PageDown);
        QCOMPARE(walk().at(), walk().size() - 1);
        QVERIFY2(bar()->hint().contains("last step"), qPrintable(bar()->hint()));
        press(Qt::Key_PageUp);
        QCOMPARE(walk().at(), walk().size() - 2);
        EVENTUALLY(stands());
        press(Qt::Key_Escape);
    }

    void aKeyExploresAndPageDownReturns() {
        QVERIFY(m_window->teaching().openLesson("matmul/06-tiled-conflicts"));
        EVENTUALLY(stands());
        const QString caption = bar()->caption();
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        QVERIFY(m_window->teaching().isAway());
        QVERIFY2(bar()->hint().contains("Page Down"), qPrintable(bar()->hint()));
        press(Qt::Key_PageDown);
        QVERIFY(!m_window->teaching().isAway());
        EVENTUALLY(stands());
        QCOMPARE(walk().stop().step, size_t{0});
        // Another stage is looking around, too.
        QVERIFY(m_window->show("matmul/02-naive"));
        EVENTUALLY(scene() && scene()->stage.id == "matmul/02-naive");
        QVERIFY(m_window->teaching().isAway());
        press(Qt::Key_PageDown);
        EVENTUALLY(stands() && scene() && scene()->stage.id == "matmul/06-tiled-conflicts");
        QCOMPARE(walk().stop().step, size_t{0});
        press(Qt::Key_PageDown);
        QCOMPARE(walk().stop().step, size_t{1});
    }

    // What is asked is not shown before it is answered.
    void aQuestionIsAskedThenShown() {
        QVERIFY(m_window->teaching().openLesson("matmul/06-tiled-conflicts"));
        press(Qt::Key_PageDown);
        QVERIFY(m_window->teaching().isAsking());
        auto* question = child<QuestionPage>("question");
        QVERIFY(question->isVisible());
        QVERIFY(!m_window->pane()->isVisible());
        QVERIFY2(!m_window->facts()->isVisible() && !m_window->header()->isVisible(), "they would tell the answer");
        QVERIFY2(!bar()->progress().contains("one bank"), qPrintable(bar()->progress()));
        EVENTUALLY(m_window->findChild<QPushButton*>("choice4"));
        EVENTUALLY(question->hasFocus());
        QTest::keyClick(question, Qt::Key_D);
        QCOMPARE(question->answer(), std::optional<size_t>(3));
        QCOMPARE(m_window->shown().page, Page::Pictures);
        QTest::keyClick(question, Qt::Key_1);
        QCOMPARE(question->answer(), std::optional<size_t>(0));
        QVERIFY2(child<QLabel>("questionWhy")->text().startsWith("You said 1 wavefront"),
                 qPrintable(child<QLabel>("questionWhy")->text()));
        QTest::mouseClick(child<QPushButton>("choice4"), Qt::LeftButton);
        QVERIFY2(child<QLabel>("questionWhy")->text().startsWith("Right."),
                 qPrintable(child<QLabel>("questionWhy")->text()));
        press(Qt::Key_PageDown);
        QVERIFY(!m_window->teaching().isAsking());
        QVERIFY(m_window->pane()->isVisible());
        EVENTUALLY(stands());
        EVENTUALLY(bar()->caption().contains("32 wavefronts"));
        QCOMPARE(m_window->player()->shown().moment.shared->cost.wavefronts, uint16_t{32});
        press(Qt::Key_PageUp);
        press(Qt::Key_PageDown);
        QVERIFY2(m_window->teaching().isAsking(), "who comes again may answer again");
    }

    // The next step is another variant at the very place: nothing is looked for by itself.
    void aVariantStandsAtTheSamePlace() {
        QVERIFY(m_window->teaching().openLesson("matmul/06-tiled-conflicts"));
        for (int i = 0; i < 4; ++i)
            press(Qt::Key_PageDown);
        EVENTUALLY(stands());
        QCOMPARE(walk().stop().step, size_t{3});
        QVERIFY(m_window->otherPane()->isVisible());
        press(Qt::Key_PageUp);
        EVENTUALLY(stands());
        QCOMPARE(kernels::variantText(scene()->instance.parameters), std::string("TILE=32,PAD=1"));
    }

    void aLessonIsClosedAndGoneOnWith() {
        press(Qt::Key_F3);
        QCOMPARE(walk().stop().lesson->stage, m_window->shown().subject);
        press(Qt::Key_PageDown);
        press(Qt::Key_PageDown);
        const size_t at = walk().at();
        const QString place = m_window->teaching().place();
        press(Qt::Key_F3, Qt::AltModifier);
        QVERIFY(!m_window->teaching().isWalking());
        QVERIFY(!bar()->isVisible());
        const std::string before = m_window->shown().subject;
        press(Qt::Key_PageDown);
        QVERIFY2(m_window->shown().subject != before, "without a lesson it leads to the next stage, as ever");
        press(Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(walk().at(), at);
        // Another day.
        m_window.reset();
        openWindow(1280, 720);
        m_window->teaching().setPlace(place);
        press(Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(walk().at(), at);
        m_window->teaching().close();
        m_window->teaching().setPlace("lecture:none:7");
        press(Qt::Key_F3, Qt::ShiftModifier);
        QVERIFY2(status().contains("F3"), qPrintable(status()));
    }

    void termsAreDefinedOnClick() {
        QVERIFY(m_window->teaching().openLesson("matmul/07-tiled"));
        auto* caption = child<QLabel>("caption");
        EVENTUALLY(caption->text().contains("href='tile'"));
        emit caption->linkActivated("tile");
        auto* glossary = child<GlossarySheet>("glossary");
        EVENTUALLY(glossary->isVisible());
        QCOMPARE(glossary->findChild<QListWidget*>("terms")->currentItem()->text(), QString("tile"));
        auto* text = glossary->findChild<QTextBrowser*>("definition");
        EVENTUALLY(text->toPlainText().contains("rectangle of a matrix"));
        QVERIFY(glossary->showTerm("Wavefronts"));
        EVENTUALLY(text->toPlainText().contains("One pass through shared memory"));
        keep("glossary");
        QTest::mouseClick(glossary->findChild<QPushButton*>("showTerm"), Qt::LeftButton);
        EVENTUALLY(m_window->shown().subject == "matmul/06-tiled-conflicts");
        QVERIFY(m_window->teaching().isAway());
        QVERIFY(!glossary->showTerm("nonsense"));
    }

    // Beside each definition stands what it means, alive.
    void eachDefinitionHasALivePicture() {
        press(Qt::Key_G);
        auto* glossary = child<GlossarySheet>("glossary");
        auto* picture = glossary->findChild<TermPicture*>("termPicture");
        for (const lessons::Term& term : m_window->teaching().course().terms) {
            QVERIFY(glossary->showTerm(QString::fromStdString(term.name)));
            // Never an empty pane: it says that it is being computed, until it is there.
            auto* veil = picture->findChild<Veil*>("veil");
            QVERIFY2(picture->chart() || (veil->isVisible() && veil->text().startsWith("Computing")) ||
                         picture->player().shown().scene,
                     term.name.c_str());
            EVENTUALLY(picture->chart() || picture->player().shown().scene);
            EVENTUALLY(!veil->isVisible());
            QVERIFY2(picture->chart() || picture->picture()->isVisible(), term.name.c_str());
            QVERIFY2(picture->width() >= 300 && picture->height() >= 160, term.name.c_str());
            // Nothing of the definition is below the picture.
            auto* text = glossary->findChild<QTextBrowser*>("definition");
            EVENTUALLY(!text->toPlainText().contains(QStringLiteral("…")));
            EVENTUALLY(text->verticalScrollBar()->maximum() == 0);
            keep(QStringLiteral("term-%1").arg(QString::fromStdString(term.name)));
            if (term.name == "bank conflict") // wavefront after wavefront
                EVENTUALLY(picture->player().shown().moment.position.wavefront > 0);
        }
        glossary->hide();
        QVERIFY(!picture->player().isPlaying());
    }

    void practiceAsksAndCounts() {
        quint64 seed = 5;
        m_window->practising().start(1, seed);
        auto* question = child<QuestionPage>("question");
        QVERIFY(question->isVisible() && !m_window->facts()->isVisible());
        const auto& questions = m_window->practising().questions();
        const auto click = [&](size_t choice) {
            QTest::mouseClick(child<QPushButton>(qPrintable(QStringLiteral("choice%1").arg(choice + 1))),
                              Qt::LeftButton);
        };
        const auto choose = [&](bool right) {
            const auto& choices = questions[m_window->practising().at()].question.choices;
            for (size_t i = 0; i < choices.size(); ++i)
                if (choices[i].right == right)
                    return click(i);
        };
        while (questions[0].question.form != lessons::Form::Choose ||
               questions[1].question.form != lessons::Form::Choose || questions[1].question.link.empty())
            m_window->practising().start(1, ++seed);
        choose(true);
        QVERIFY2(bar()->caption().contains("1 of 1 right"), qPrintable(bar()->caption()));
        press(Qt::Key_PageDown);
        choose(false);
        choose(true);
        QVERIFY2(bar()->caption().contains("1 of 2 right"), "the first answer counts");
        // Its answer is seen, at the request that was asked about.
        QTest::mouseClick(child<QPushButton>("showAnswer"), Qt::LeftButton);
        QVERIFY(!question->isVisible());
        EVENTUALLY(scene() && scene()->stage.id == "patterns/09-expression" && !m_window->staging().isComputing());
        QVERIFY2(bar()->hint().contains("Page Down"), qPrintable(bar()->hint()));
        press(Qt::Key_PageDown);
        QVERIFY(question->isVisible());
        QCOMPARE(m_window->practising().at(), size_t{1});
        press(Qt::Key_PageUp);
        press(Qt::Key_PageUp);
        QVERIFY(bar()->hint().contains("first question"));
        // A lesson takes its place.
        QVERIFY(m_window->teaching().openLesson("matmul/07-tiled"));
        QVERIFY(!m_window->practising().isOn() && bar()->isVisible() && !question->isVisible());
        m_window->practising().start(2, 5);
        QVERIFY(!m_window->teaching().isWalking() && bar()->isVisible());
    }

    // A wrong answer: the picture of what is so, the change that can be tried, and another question like it.
    void aWrongAnswerTeachesWithAPicture() {
        QVERIFY(m_window->teaching().openLesson("matmul/06-tiled-conflicts"));
        press(Qt::Key_PageDown);
        EVENTUALLY(m_window->findChild<QPushButton*>("choice4"));
        auto* question = child<QuestionPage>("question");
        auto* picture = child<AnswerPicture>("answerPicture");
        auto *attempt = child<QPushButton>("tryChange"), *another = child<QPushButton>("anotherLike");
        QVERIFY2(!picture->isVisible() && !attempt->isVisible() && !another->isVisible(), "before an answer");
        QTest::mouseClick(child<QPushButton>("choice4"), Qt::LeftButton);
        QVERIFY2(!picture->isVisible() && !another->isVisible(), "a right one needs no picture");
        QTest::mouseClick(child<QPushButton>("choice1"), Qt::LeftButton);
        QVERIFY(picture->isVisible() && another->isVisible());
        QVERIFY2(picture->height() >= 190, qPrintable(QString::number(picture->height())));
        QCOMPARE(picture->shown().requests.at(0).cost, uint64_t{32});
        QCOMPARE(picture->shown().said, std::optional<uint64_t>(1));
        EVENTUALLY(attempt->isVisible());
        QCOMPARE(attempt->text(), QStringLiteral("Try PAD = 1"));
        QVERIFY2(child<QLabel>("questionWhy")->geometry().bottom() < attempt->geometry().top() &&
                     attempt->geometry().bottom() <= question->height(),
                 "all of it is in the window");
        keep("wrong");
        QTest::mouseClick(attempt, Qt::LeftButton);
        QCOMPARE(picture->shown().requests.at(0).cost, uint64_t{1});
        QCOMPARE(picture->shown().requests.at(0).drawn.name, std::string("PAD = 1"));
        keep("wrong-tried");
        QTest::mouseClick(attempt, Qt::LeftButton);
        QCOMPARE(picture->shown().requests.at(0).cost, uint64_t{32});
        const std::string mark = lessons::questionMark(question->question());
        QTest::mouseClick(another, Qt::LeftButton);
        QVERIFY(lessons::questionMark(question->question()) != mark && !picture->isVisible());
        QVERIFY2(child<QLabel>("questionText")->text().contains("wavefronts"), "the same is asked");
        QVERIFY(m_window->teaching().isAsking());
        press(Qt::Key_PageDown);
        QVERIFY(!m_window->teaching().isAsking());
        QCOMPARE(walk().stop().step, size_t{1});

        // Of each kind.
        std::set<int> seen;
        for (quint64 seed = 1; seen.size() < 6; ++seed) {
            QVERIFY(seed < 40);
            m_window->practising().start(seed % 2 ? 1 : 3, seed);
            auto& practising = m_window->practising();
            const lessons::Generated made = practising.questions()[0];
            if (!seen.insert(static_cast<int>(made.counted)).second)
                continue;
            const lessons::Answer key = lessons::keyOf(made.question);
            lessons::Answer wrong(key.rbegin(), key.rend());
            if (made.question.form == lessons::Form::Choose)
                wrong = {key[0] == 0 ? size_t{1} : size_t{0}};
            if (made.question.form == lessons::Form::Mark)
                wrong.pop_back();
            for (const size_t choice : wrong)
                QTest::mouseClick(child<QPushButton>(qPrintable(QStringLiteral("choice%1").arg(choice + 1))),
                                  Qt::LeftButton);
            if (made.question.form == lessons::Form::Mark)
                question->check();
            QVERIFY(picture->isVisible());
            QVERIFY2(child<QLabel>("questionWhy")->geometry().bottom() < question->height(), "it does not fit");
            keep(QStringLiteral("wrong-%1").arg(static_cast<int>(made.counted)));
            const size_t asked = practising.questions().size();
            QTest::mouseClick(another, Qt::LeftButton);
            QCOMPARE(practising.questions().size(), asked + 1);
            QCOMPARE(practising.at(), size_t{1});
            QCOMPARE(practising.questions()[1].counted, made.counted);
        }
    }

    // What is answered is kept, in a file that whoever learns owns.
    void answersAreKept() {
        QTemporaryDir folder;
        const QString file = folder.filePath("mine.jsonl"), foreign = folder.filePath("thesis.jsonl");
        auto& answering = m_window->practising().answering();
        QVERIFY2(answering.file().isEmpty(), "a window that remembers nothing keeps nothing by itself");
        m_window->practising().start(1, 5);
        const auto answerOne = [&] {
            const lessons::Generated& made = m_window->practising().questions()[m_window->practising().at()];
            for (const size_t choice : lessons::keyOf(made.question))
                QTest::mouseClick(child<QPushButton>(qPrintable(QStringLiteral("choice%1").arg(choice + 1))),
                                  Qt::LeftButton);
            if (made.question.form == lessons::Form::Mark)
                child<QuestionPage>("question")->check();
        };
        answerOne(); // has no place yet
        QVERIFY(QFile(foreign).open(QIODevice::WriteOnly) && !QFile::exists(file));
        {
            QFile other(foreign);
            QVERIFY(other.open(QIODevice::WriteOnly) && other.write("mine\n") == 5);
        }
        QVERIFY(!answering.setFile(foreign));
        QVERIFY2(m_window->messages()->isBad() && status().contains("thesis.jsonl"), qPrintable(status()));
        QVERIFY(answering.setFile(file));
        press(Qt::Key_PageDown);
        answerOne();
        lessons::KeptAnswers kept = lessons::readAnswers(file.toStdString());
        QCOMPARE(kept.answers.size(), size_t{2});
        for (size_t i = 0; i < 2; ++i) {
            QVERIFY(kept.answers[i].right);
            const auto& asked = std::get<lessons::Asked>(kept.answers[i].asked);
            QCOMPARE(asked.number, i);
            QCOMPARE(asked.seed, uint64_t{5});
            QCOMPARE(kept.answers[i].question, lessons::questionMark(m_window->practising().questions()[i].question));
        }
        // A lesson's, and one like it.
        QVERIFY(m_window->teaching().openLesson("matmul/06-tiled-conflicts"));
        press(Qt::Key_PageDown);
        EVENTUALLY(m_window->findChild<QPushButton*>("choice4"));
        QTest::mouseClick(child<QPushButton>("choice1"), Qt::LeftButton);
        QTest::mouseClick(child<QPushButton>("anotherLike"), Qt::LeftButton);
        QTest::mouseClick(child<QPushButton>("choice1"), Qt::LeftButton);
        kept = lessons::readAnswers(file.toStdString());
        QCOMPARE(kept.answers.size(), size_t{4});
        QVERIFY(!kept.answers[2].right);
        const auto& step = std::get<lessons::AskedByStep>(kept.answers[2].asked);
        QCOMPARE(step.lesson, std::string("matmul/06-tiled-conflicts"));
        QCOMPARE(step.step, size_t{1});
        QVERIFY(std::holds_alternative<lessons::Asked>(kept.answers[3].asked));
    }

    void banksAreMarkedAndStagesPutInOrder() {
        using lessons::Form;
        std::map<Form, int> asked;
        for (quint64 seed = 1; asked[Form::Mark] < 2 || asked[Form::Order] < 2; ++seed) {
            QVERIFY(seed < 20);
            m_window->practising().start(3, seed);
            const auto& questions = m_window->practising().questions();
            auto* page = child<QuestionPage>("question");
            for (size_t at = 0; at < questions.size(); ++at, press(Qt::Key_PageDown)) {
                const lessons::Question& question = questions[at].question;
                if (question.form == Form::Choose)
                    continue;
                const bool right = asked[question.form]++ % 2 == 0;
                const lessons::Answer answer = right                       ? lessons::keyOf(question)
                                               : question.mistakes.empty() ? lessons::Answer{0}
                                                                           : question.mistakes[0].answer;
                // One is taken back, and given again.
                for (const size_t choice : {answer[0], answer[0]})
                    QTest::mouseClick(child<QPushButton>(qPrintable(QStringLiteral("choice%1").arg(choice + 1))),
                                      Qt::LeftButton);
                QVERIFY(page->given().empty() && !page->isJudged());
                for (const size_t choice : answer)
                    QTest::mouseClick(child<QPushButton>(qPrintable(QStringLiteral("choice%1").arg(choice + 1))),
                                      Qt::LeftButton);
                if (question.form == Form::Mark)
                    QTest::mouseClick(child<QPushButton>("checkAnswer"), Qt::LeftButton);
                QVERIFY(page->isJudged());
                const QString why = child<QLabel>("questionWhy")->text();
                QVERIFY2(why.startsWith("Right.") == right, qPrintable(why));
                QVERIFY2(right || question.mistakes.empty() ||
                             why.startsWith(QString::fromStdString(question.mistakes[0].why)),
                         qPrintable(why));
                keep(question.form == Form::Mark ? "banks" : "order");
            }
        }
        QVERIFY2(bar()->caption().contains("right"), qPrintable(bar()->caption()));
    }

    void theQuestionsOfAPracticeAreTakenAway() {
        QTemporaryDir folder;
        press(Qt::Key_F10, Qt::ControlModifier);
        QVERIFY2(status().contains("No practice"), qPrintable(status()));
        m_window->practising().start(2, 3);
        for (const char* name : {"questions.zip", "questions.h5p"}) {
            QVERIFY(m_window->practising().writeTo(folder.filePath(name)));
            QVERIFY2(status().contains(name), qPrintable(status()));
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly) && file.read(2) == "PK");
        }
        QVERIFY(!m_window->practising().writeTo(folder.filePath("questions.txt")));
        QVERIFY2(status().contains(".h5p"), qPrintable(status()));
        QVERIFY(!m_window->practising().writeTo(folder.filePath("none/questions.zip")));
        QVERIFY2(status().contains("cannot write"), qPrintable(status()));
    }

    // Times of a rehearsal are kept, and stand beside the steps another day.
    void aRehearsalIsKept() {
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks"));
        press(Qt::Key_F11, Qt::ControlModifier);
        auto* speaker = child<SpeakerWindow>("speaker");
        QVERIFY(speaker->kept().empty() && !child<QListWidget>("speakerTimes")->isVisible());
        QTest::mouseClick(child<QPushButton>("rehearse"), Qt::LeftButton);
        QVERIFY(speaker->isRehearsing());
        QVERIFY2(child<QLabel>("speakerStep")->text().startsWith("Rehearsal: "),
                 qPrintable(child<QLabel>("speakerStep")->text()));
        QCOMPARE(child<QListWidget>("speakerTimes")->count(), static_cast<int>(walk().size()));
        QTest::qWait(30);
        QTest::keyClick(speaker, Qt::Key_PageDown);
        QTest::qWait(30);
        QTest::mouseClick(child<QPushButton>("rehearse"), Qt::LeftButton);
        QVERIFY(!speaker->isRehearsing());
        const lessons::StepTimes kept = speaker->kept();
        QCOMPARE(kept.size(), walk().size());
        QVERIFY(kept[0] >= 20 && kept[1] >= 20 && kept[2] == 0);
        QVERIFY(child<QLabel>("speakerStep")->text().startsWith("Rehearsed: "));
        m_window.reset();
        openWindow(1280, 720);
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks"));
        press(Qt::Key_F11, Qt::ControlModifier);
        QCOMPARE(child<SpeakerWindow>("speaker")->kept(), kept);
        // Of another lecture nothing is known.
        QVERIFY(m_window->teaching().give(m_window->teaching().course().lectures.back().id));
        QVERIFY(child<SpeakerWindow>("speaker")->kept().empty());
    }

    void theSpeakerHasNotesTheNextStepAndTheTime() {
        QVERIFY(m_window->teaching().give("01-coalescing-and-banks"));
        press(Qt::Key_F11, Qt::ControlModifier);
        auto* speaker = child<QWidget>("speaker");
        EVENTUALLY(speaker->isVisible());
        const auto text = [&](const char* name) { return speaker->findChild<QLabel*>(name)->text(); };
        EVENTUALLY(text("speakerNotes").contains("Let the room find the line"));
        EVENTUALLY(text("speakerNext").contains("What moves from global memory") &&
                   text("speakerNext").contains("one sector"));
        QVERIFY2(text("speakerTime").contains("of 10:00"), qPrintable(text("speakerTime")));
        QVERIFY2(text("speakerProgress").contains("step 1 of"), qPrintable(text("speakerProgress")));
        QTest::keyClick(speaker, Qt::Key_PageDown);
        EVENTUALLY(walk().at() == 1);
        EVENTUALLY(text("speakerProgress").contains("step 2 of"));
        EVENTUALLY(text("speakerNotes").contains("Nobody moves a single word"));
        // All of a remote's keys work here, where the laptop has its keys: it blackens the room, and lights it again
        // without going on.
        for (const Qt::Key light : {Qt::Key_Period, Qt::Key_B, Qt::Key_PageDown}) {
            QTest::keyClick(speaker, Qt::Key_Period);
            EVENTUALLY(child<QWidget>("black")->isVisible());
            QTest::keyClick(speaker, light);
            EVENTUALLY(!m_window->findChild<QWidget*>("black"));
            QCOMPARE(walk().at(), size_t{1});
        }
        QTest::keyClick(speaker, Qt::Key_PageUp);
        EVENTUALLY(walk().at() == 0);
        QTest::keyClick(speaker, Qt::Key_Right);
        EVENTUALLY(m_window->teaching().isAway());
        QTest::keyClick(speaker, Qt::Key_PageDown);
        EVENTUALLY(!m_window->teaching().isAway());
        QCOMPARE(walk().at(), size_t{0});
        m_window->teaching().close();
        QVERIFY(text("speakerProgress").contains("No lesson"));
    }

    // From a step away, whatever the step says, and none of it cut at the size that the window begins with.
    void notesAreReadFromALectern() {
        for (const lessons::Lecture& lecture : m_window->teaching().course().lectures) {
            QVERIFY(m_window->teaching().give(lecture.id));
            if (!m_window->findChild<SpeakerWindow*>())
                press(Qt::Key_F11, Qt::ControlModifier);
            auto* speaker = child<SpeakerWindow>("speaker");
            EVENTUALLY(speaker->isVisible());
            auto* notes = speaker->findChild<QLabel*>("speakerNotes");
            int smallest = 1000;
            for (size_t at = 0; at < walk().size(); ++at) {
                QVERIFY(m_window->teaching().give(lecture.id, at));
                EVENTUALLY(!notes->text().contains(QStringLiteral("…")));
                EVENTUALLY(notes->heightForWidth(notes->width()) <= notes->parentWidget()->height());
                smallest = std::min(smallest, notes->fontInfo().pixelSize());
            }
            QVERIFY2(smallest >= 28, qPrintable(QString::number(smallest)));
        }
    }

    // While presenting it was larger than the screen, and its lower end, with the next step, out of sight.
    void theSpeakersWindowFitsOnItsScreen() {
        press(Qt::Key_F11);
        QVERIFY(m_window->teaching().give("02-matrix-products"));
        press(Qt::Key_F11, Qt::ControlModifier);
        auto* speaker = child<SpeakerWindow>("speaker");
        EVENTUALLY(speaker->isVisible());
        const QSize room = speaker->screen()->availableSize();
        QVERIFY(speaker->height() <= room.height());
        QVERIFY(speaker->width() <= std::max(room.width(), speaker->minimumSizeHint().width()));
        // On the smallest screen that lectures are given with.
        speaker->resize(1280, 680);
        const auto* notes = speaker->findChild<QLabel*>("speakerNotes");
        for (size_t at = 0; at < walk().size(); ++at) {
            QVERIFY(m_window->teaching().give("02-matrix-products", at));
            EVENTUALLY(!notes->text().contains(QStringLiteral("…")));
            EVENTUALLY(notes->heightForWidth(notes->width()) <= notes->parentWidget()->height());
            QVERIFY(speaker->height() <= 680);
            QVERIFY(notes->fontInfo().pixelSize() >= 28);
        }
        press(Qt::Key_Escape);
    }

    // However a lesson begins: a bar that invites to it would stand over it.
    void theInvitationGoesWhenALessonBegins() {
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        m_window->messages()->clear();
        m_window->teaching().invite();
        QVERIFY(m_window->messages()->isVisible());
        press(Qt::Key_F3);
        QVERIFY(bar()->isVisible());
        QVERIFY2(!m_window->messages()->isVisible(), qPrintable(status()));
        // What was said before stays, and what is said since.
        m_window->messages()->say("no compiler");
        m_window->teaching().invite();
        QVERIFY2(status().startsWith("no compiler New here?"), qPrintable(status()));
        press(Qt::Key_F6);
        QCOMPARE(status(), QString("no compiler"));
        m_window->teaching().invite();
        m_window->messages()->say("written");
        press(Qt::Key_F3);
        QCOMPARE(status(), QString("written"));
        // An audience is not invited.
        m_window->messages()->clear();
        m_window->teaching().invite();
        QVERIFY(m_window->messages()->isVisible());
        press(Qt::Key_F11);
        QVERIFY2(!m_window->messages()->isVisible(), qPrintable(status()));
        press(Qt::Key_Escape);
    }

    // A chart of twenty stages in letters of twice the size, on a small screen.
    void theGlossaryIsNoLargerThanTheWindow() {
        m_window->resize(1280, 720);
        m_window->appearance().zoom(2);
        press(Qt::Key_G);
        auto* glossary = child<GlossarySheet>("glossary");
        EVENTUALLY(glossary->isVisible());
        for (const char* term : {"cuBLAS", "bank conflict", "roofline"}) {
            if (!glossary->showTerm(term))
                continue;
            auto* picture = glossary->findChild<TermPicture*>("termPicture");
            EVENTUALLY(picture->chart() || picture->player().shown().scene);
            QCoreApplication::processEvents();
            QVERIFY2(glossary->height() <= 720 * 0.95 && glossary->width() <= 1280 * 0.95, term);
            const auto* show = glossary->findChild<QPushButton*>("showTerm");
            QVERIFY2(show->geometry().bottom() < glossary->height(), term);
            QVERIFY2(picture->geometry().bottom() < show->geometry().top(), term);
        }
        glossary->hide();
        m_window->appearance().zoom(0.5);
    }

    void theFirstStartInvites() {
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        m_window->rememberSettings();
        QVERIFY2(status().contains("New here?"), qPrintable(status()));
        QToolButton* show = nullptr;
        for (auto* button : m_window->messages()->findChildren<QToolButton*>())
            if (button->text() == "Show me")
                show = button;
        QVERIFY(show);
        QTest::mouseClick(show, Qt::LeftButton);
        QCOMPARE(QString::fromStdString(walk().lecture()), QString("90-tour"));
        QVERIFY(status().isEmpty());
        press(Qt::Key_PageDown);
        m_window->close();
        m_window.reset();
        // The second time nobody is new, and it goes on where it ended.
        openWindow(1280, 720);
        m_window->rememberSettings();
        QVERIFY2(!status().contains("New here?"), qPrintable(status()));
        press(Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(walk().at(), size_t{1});
        m_window->close();
    }

    // Where a question has a link, the model counts there what its key says.
    void linksOfQuestionsShowTheirKeys() {
        size_t seen = 0;
        std::vector<lessons::Generated> all;
        for (int level = 1; level <= lessons::levels; ++level)
            for (lessons::Generated& made : lessons::generateQuestions(9, level, 8))
                all.push_back(std::move(made));
        for (const lessons::Generated& made : all) {
            if (made.question.link.empty())
                continue;
            QVERIFY2(m_window->show(QString::fromStdString(made.question.link)), made.question.link.c_str());
            EVENTUALLY(!m_window->staging().isComputing() && scene() && scene()->stage.id == "patterns/09-expression");
            const Moment& moment = m_window->player()->shown().moment;
            const Request* now = moment.now();
            QVERIFY2(now, made.question.link.c_str());
            QVERIFY2((made.counted == lessons::Counted::Wavefronts ? now->cost.wavefronts : now->cost.sectors) ==
                         made.key,
                     made.question.link.c_str());
            ++seen;
        }
        QVERIFY(seen >= 14);
    }

    // Each picture, chart and comparison that a step names is one that there is.
    void everyLinkOpens() {
        for (const lessons::Lesson& lesson : m_window->teaching().course().lessons)
            for (const lessons::Step& step : lesson.steps) {
                QVERIFY2(m_window->show(QString::fromStdString(step.link)), step.link.c_str());
                if (step.shown.page == Page::Charts) {
                    QCOMPARE(m_window->charts()->kind().toStdString(), step.shown.chart);
                }
            }
        for (const lessons::Term& term : m_window->teaching().course().terms)
            QVERIFY2(m_window->show(QString::fromStdString(term.link)), term.link.c_str());
    }

    void theNextConflictIsFoundOrToldToBeNone() {
        QVERIFY(m_window->show("warplens:matmul/06-tiled-conflicts?PAD=0"));
        EVENTUALLY(scene() && !m_window->staging().isComputing());
        press(Qt::Key_Home);
        press(Qt::Key_J);
        const Moment& moment = m_window->player()->shown().moment;
        QVERIFY(moment.sharedIsNow && moment.shared->cost.wavefronts == 32);
        const size_t first = m_window->player()->position().event;
        press(Qt::Key_J);
        QVERIFY(m_window->player()->position().event > first);
        press(Qt::Key_J, Qt::ShiftModifier);
        QCOMPARE(m_window->player()->position().event, first);
        press(Qt::Key_J, Qt::ShiftModifier);
        QVERIFY2(status().contains("No bank conflict comes before"), qPrintable(status()));
        press(Qt::Key_K);
        QVERIFY2(status().contains("No request of this block moves more"), qPrintable(status()));
        press(Qt::Key_U);
        QVERIFY(m_window->player()->position().event > first);
        QVERIFY(m_window->show("matmul/01-uncoalesced"));
        EVENTUALLY(scene() && scene()->stage.id == "matmul/01-uncoalesced");
        press(Qt::Key_Home);
        press(Qt::Key_K);
        QVERIFY(m_window->player()->shown().moment.global->cost.sectors == 32);
        press(Qt::Key_J);
        QVERIFY2(status().contains("has no bank conflict"), qPrintable(status()));
        QVERIFY(m_window->show("matmul/22-cublas"));
        press(Qt::Key_J);
        QVERIFY2(status().contains("no block to look into"), qPrintable(status()));
    }
};

WINDOW_TEST(lecture_test, LectureTest)
#include "lecture_test.moc"
