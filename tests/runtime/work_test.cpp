// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace warplens::runtime {
namespace {

WorkPtr workThat(std::function<void()> what, double seconds = 0) {
    auto work = std::make_shared<Work>();
    work->run = [what = std::move(what)](Work&) { what(); };
    work->seconds = seconds;
    return work;
}

TEST(Scheduler, KeepsTheOrder) {
    Scheduler scheduler;
    std::vector<int> order;
    WorkPtr last;
    for (int i = 0; i < 1000; ++i) {
        const WorkPtr work = workThat([&order, i] { order.push_back(i); });
        scheduler.submit(work, std::vector{last});
        last = work;
    }
    scheduler.wait(last);
    ASSERT_EQ(order.size(), 1000u);
    for (int i = 0; i < 1000; ++i)
        EXPECT_EQ(order[static_cast<size_t>(i)], i);
}

TEST(Scheduler, DoesSideBySideWhatWaitsForOneAnother) {
    Scheduler scheduler;
    std::promise<void> first, second;
    const WorkPtr a = workThat([&] {
        first.set_value();
        second.get_future().wait();
    });
    const WorkPtr b = workThat([&] {
        first.get_future().wait();
        second.set_value();
    });
    scheduler.submit(a, {});
    scheduler.submit(b, {});
    scheduler.wait(a);
    scheduler.wait(b);
}

TEST(Scheduler, ModelsTimeAlongTheOrder) {
    Scheduler scheduler;
    const WorkPtr a = workThat([] {}, 2), b = workThat([] {}, 3), mark = std::make_shared<Work>(),
                  c = workThat([] {}, 1);
    scheduler.submit(a, {});
    scheduler.submit(b, {});
    scheduler.submit(mark, std::vector{a, b});
    scheduler.submit(c, std::vector{a, mark});
    scheduler.waitForAll();
    EXPECT_EQ(a->end, 2);
    EXPECT_EQ(mark->end, 3);
    EXPECT_EQ(c->end, 4);
    const WorkPtr late = std::make_shared<Work>(); // behind what is done already
    scheduler.submit(late, std::vector{c, WorkPtr()});
    EXPECT_TRUE(late->isDone());
    EXPECT_EQ(late->end, 4);
}

TEST(Scheduler, IsUsedByManyThreads) {
    Scheduler scheduler;
    std::atomic<int> done{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&] {
            WorkPtr last;
            for (int i = 0; i < 500; ++i) {
                const WorkPtr work = workThat([&] { ++done; });
                scheduler.submit(work, std::vector{last});
                last = work;
                if (i % 50 == 0)
                    scheduler.wait(work);
            }
            scheduler.wait(last);
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(done, 4000);
}

} // namespace
} // namespace warplens::runtime
