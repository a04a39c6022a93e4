// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/parameter_names.h"

#include "app/engine/suggested_launch.h"

#include <fmt/format.h>

#include <filesystem>

namespace warplens::engine {

std::string shortParameterName(std::string_view ptxName) {
    const size_t at = ptxName.rfind("param_");
    return std::string(at == std::string_view::npos ? ptxName : ptxName.substr(at));
}

std::string plainKernelName(const std::string& name) {
    std::string plain = name.substr(0, name.find('('));
    if (const size_t scope = plain.rfind("::", plain.find('<')); scope != std::string::npos)
        plain.erase(0, scope + 2);
    return plain;
}

namespace {

/// Of the kernel in the file; empty where it is not there.
std::vector<std::string> namesInSource(const std::string& source, const std::string& kernel) {
    std::vector<std::string> names;
    std::error_code missing;
    if (source.empty() || !std::filesystem::is_regular_file(source, missing))
        return names;
    try {
        const std::vector<KernelSignature> kernels = kernelsOf(source, readTextFile(source));
        if (const KernelSignature* signature = findKernel(kernels, plainKernelName(kernel)))
            for (const KernelParameter& parameter : signature->parameters)
                names.push_back(parameter.name);
    } catch (const std::exception&) { // whatever it is: no source to learn from
        names.clear();
    }
    return names;
}

} // namespace

void nameArguments(launches::LaunchReport& report) {
    const std::vector<std::string> names = namesInSource(report.source, report.name);
    for (size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty())
            continue;
        const std::string label = fmt::format("argument {} (", i);
        for (sim::simt::Finding& finding : report.findings)
            if (const size_t at = finding.message.find(label); at != std::string::npos)
                finding.message.replace(at, label.size(), names[i] + " (");
        if (report.gpu)
            for (launches::GpuComparison::Array& array : report.gpu->arrays)
                if (array.argument == static_cast<int>(i) && array.name.starts_with("argument "))
                    array.name = names[i];
    }
}

std::vector<std::string> parameterNames(const std::string& source, const std::string& kernel,
                                        const std::vector<sim::ptx::Variable>& parameters) {
    std::vector<std::string> names;
    for (const sim::ptx::Variable& parameter : parameters)
        names.push_back(shortParameterName(parameter.name));
    // Another number of them: the file has changed, or it is another kernel of that name.
    if (const std::vector<std::string> known = namesInSource(source, kernel); known.size() == names.size())
        for (size_t i = 0; i < names.size(); ++i)
            if (!known[i].empty())
                names[i] = known[i];
    return names;
}

} // namespace warplens::engine
