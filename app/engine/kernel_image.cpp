// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/kernel_image.h"

#include "app/engine/kernel_file.h"
#include "app/engine/member_bounds.h"
#include "app/tongue/say.h"
#include "kernels/files/bounded_file.h"
#include "sim/sass/cubin.h"

#include <fmt/format.h>

#include <span>

namespace warplens::engine {
namespace {

using namespace kernels;

std::string originText(const StageCompiler& compiler, CompileOrigin origin) {
    if (origin == CompileOrigin::Shipped)
        return tongue::said("shipped with Warplens");
    return tongue::said("compiled by NVRTC {0}", compiler.compiler()->version());
}

KernelImage imageOf(CompileResult result, const std::string& fileName, const std::string& source) {
    if (!result.ok)
        throw CompileError(std::move(result));
    KernelImage image;
    image.name = result.kernelName;
    if (image.name.empty()) {
        const std::vector<std::string> names = entryNames(result.ptx);
        if (names.empty())
            throw EngineError(withoutKernel(fileName, source));
        if (names.size() > 1)
            throw EngineError(
                fmt::format("{} has {} kernels: choose one with --kernel {}", fileName, names.size(), names.front()));
        image.name = names.front();
    }
    image.fileName = fileName;
    image.source = source;
    image.ptx = std::move(result.ptx);
    image.cubin = std::move(result.cubin);
    image.architecture = result.architecture;
    image.milliseconds = result.milliseconds;
    // What was compiled otherwise than it stands there is said with where the code comes from.
    for (const Diagnostic& d : result.diagnostics)
        if (d.severity == Severity::Warning && d.message.ends_with("is taken as empty"))
            image.origin += "; " + d.message;
    return image;
}

} // namespace

std::string withoutKernel(const std::string& fileName, const std::string& text) {
    const bool blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
    if (fileName.ends_with(".ptx"))
        return fmt::format("{} {}: PTX has a kernel in each .entry, as `nvcc -ptx` writes it", fileName,
                           blank ? "is empty" : "has no kernel");
    return blank ? fmt::format("{} is empty: write a kernel into it, a function with __global__", fileName)
                 : fmt::format("{} has no kernel, nor has a header beside it that it includes: write a function with "
                               "__global__, or instantiate a template with --kernel 'name<args>'",
                               fileName);
}

CompileError::CompileError(CompileResult failed)
    : EngineError(firstError(failed))
    , result(std::move(failed)) {}

KernelImage imageOfStage(const StageCompiler& compiler, const Stage& stage, const ParameterValues& parameters,
                         const std::string& architecture) {
    CompiledStage compiled = compiler.compile(stage, parameters, architecture);
    KernelImage image = imageOf(std::move(compiled.result), stage.sourceFileName(), stage.source);
    image.origin = originText(compiler, compiled.origin);
    return image;
}

KernelImage imageOfSource(const StageCompiler& compiler, const CompileRequest& request) {
    if (!compiler.compiler())
        throw CannotCompile(
            fmt::format("{}: without a compiler only the stages that come with Warplens can be shown, and "
                        "PTX files. Install the CUDA Toolkit (its NVRTC) to open and edit sources",
                        compiler.missingReason()));
    KernelImage image =
        imageOf(compileCached(*compiler.compiler(), compiler.cache(), request), request.fileName, request.source);
    image.origin.insert(0, originText(compiler, CompileOrigin::Compiler));
    if (std::optional<LookingText> looking = withLooksAtIndices(request.source, request.fileName)) {
        CompileRequest second = request;
        second.source = std::move(looking->text);
        // What does not compile that way was too clever for it: then nothing can be told.
        image.looksAtMembers = looking->members;
        if (CompileResult made = compileCached(*compiler.compiler(), compiler.cache(), second); made.ok)
            image.looking = std::make_shared<const KernelImage>(imageOf(std::move(made), image.fileName, image.source));
    }
    return image;
}

KernelImage imageOfFile(const StageCompiler& compiler, const std::filesystem::path& file, const std::string& kernel,
                        const std::vector<Define>& defines, const std::string& architecture) {
    return imageOfText(compiler, file, readTextFile(file), kernel, defines, architecture);
}

KernelImage imageOfText(const StageCompiler& compiler, const std::filesystem::path& file, const SourceText& text,
                        const std::string& kernel, const std::vector<Define>& defines,
                        const std::string& architecture) {
    if (file.extension() == ".ptx") {
        CompileResult result;
        result.ok = true;
        result.ptx = text;
        result.kernelName = kernel;
        result.architecture = architecture;
        KernelImage image = imageOf(std::move(result), file.filename().string(), text);
        image.origin = tongue::said("PTX as written");
        return image;
    }
    CompileRequest request;
    request.source = text;
    request.fileName = file.filename().string();
    request.architecture = architecture;
    request.defines = defines;
    request.kernelName = kernel;
    // Where headers of its own lie; of a name without a folder that is the current one.
    request.includeDirs.push_back(std::filesystem::absolute(file).parent_path().string());
    return imageOfSource(compiler, request);
}

void addMachineCode(KernelImage& image, const std::filesystem::path& cubin) {
    std::string bytes;
    try {
        bytes = kernels::readBytes(cubin, kernels::dataLimit);
    } catch (const kernels::FileError& error) {
        throw EngineError(error.what());
    }
    sim::sass::Cubin code;
    try {
        code = sim::sass::readCubin(std::as_bytes(std::span(bytes.data(), bytes.size())));
    } catch (const std::exception& error) {
        throw EngineError(fmt::format("{} is no machine code: {}. Write the file that ptxas or `nvcc -cubin` has made",
                                      cubin.string(), error.what()));
    }
    std::string names;
    for (const sim::sass::Function& function : code.functions) {
        if (function.name == image.name) {
            image.cubin = std::move(bytes);
            image.origin += tongue::said(", with the machine code of {0}", cubin.filename().string());
            return;
        }
        names += (names.empty() ? "" : ", ") + function.name;
    }
    throw EngineError(
        fmt::format("{} has no machine code of the kernel {}: it has {}. Write the cubin that was made of "
                    "this PTX",
                    cubin.string(), image.name, names.empty() ? "none" : names));
}

KernelImage imageOfKept(const launches::KeptLaunch& kept) {
    KernelImage image;
    image.name = kept.kernel;
    image.fileName = kept.source;
    std::error_code missing;
    if (!kept.source.empty() && std::filesystem::is_regular_file(kept.source, missing))
        image.source = readTextFile(kept.source);
    image.ptx = kept.ptx;
    for (const launches::KeptLaunch::Machine& machine : kept.machine)
        if (image.cubin.empty())
            image.cubin = machine.cubin;
    image.architecture = kept.architecture;
    image.origin = kept.code;
    return image;
}

} // namespace warplens::engine
